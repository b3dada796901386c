import { secondsOrTime } from "#lib/media/chapters.ts";
import { parsedText } from "./fields.ts";

/** Seconds to the millisecond, from a number or a time; `isPositive` refuses 0. */
export const secondsField = ({ isPositive = false } = {}) =>
  parsedText(
    (text) => {
      const seconds = secondsOrTime(text);
      if (seconds !== undefined && (seconds > 0 || !isPositive)) return { value: seconds };
      const [code, message] =
        seconds === undefined
          ? (["invalid", "Expected seconds, or a time such as 1:02:03.45, below 24 hours."] as const)
          : (["min_value", "Ensure this value is greater than 0."] as const);
      return { problems: [{ code, message }] };
    },
    {},
    { type: ["number", "string"], description: "Seconds, or a time such as `1:02:03.45`." },
  );
