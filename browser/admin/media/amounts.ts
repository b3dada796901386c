import { language } from "../texts/index.ts";

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A size as people say it, such as "3.4 MB". */
export const bytesText = (bytes: number): string => {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[power] as string,
    unitDisplay: "short",
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1_000 ** power);
};

/** A time within a recording, such as "1:02:03" or "2:03.5". */
export const timeText = (seconds: number): string => {
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const rest = Math.round((seconds % 60) * 1_000) / 1_000;
  const two = (number: number) => (number < 10 ? `0${number}` : String(number));
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
};
