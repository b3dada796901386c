import { language } from "../texts/index.ts";

/** The time zone of this browser, such as `Europe/Berlin`. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An instant in a time zone, with the zone's name. */
export const inZone = (instant: Date, timeZone: string): string => {
  const form = { dateStyle: "medium", timeStyle: "short" } as const;
  return `${new Intl.DateTimeFormat(language, { ...form, timeZone }).format(instant)} (${timeZone})`;
};

/** True if both zones show the same time at this instant. */
export const showSameTime = (instant: Date, one: string, other: string): boolean => {
  const shown = [one, other].map((timeZone) =>
    new Intl.DateTimeFormat("en", { dateStyle: "short", timeStyle: "short", timeZone }).format(instant),
  );
  return shown[0] === shown[1];
};
