import { language, texts } from "../texts/index.ts";

/** Made when it is first needed: browsers take tens of milliseconds for the first of each of these. */
const needed = <Format>(make: () => Format): (() => Format) => {
  let made: Format | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const relative = needed(() => new Intl.RelativeTimeFormat(language, { numeric: "auto" }));
const exact = needed(() => new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }));

/** A time as people say it: "5 minutes ago", or the date after a week. */
export const ago = (time: string | number): string => {
  const seconds = (new Date(time).getTime() - Date.now()) / 1_000;
  const size = Math.abs(seconds);
  if (size < 45) return texts.times.now;
  if (size < 3_600) return relative().format(Math.round(seconds / 60), "minute");
  if (size < 86_400) return relative().format(Math.round(seconds / 3_600), "hour");
  if (size < 7 * 86_400) return relative().format(Math.round(seconds / 86_400), "day");
  return exact().format(new Date(time));
};

export const moment = (time: string | number): string => exact().format(new Date(time));

const thisWeek = needed(
  () => new Intl.DateTimeFormat(language, { weekday: "long", hour: "numeric", minute: "2-digit" }),
);

/** A time with its day of the week, or with the date after six days. */
export const weekdayTime = (time: number): string =>
  (Date.now() - time < 6 * 86_400_000 ? thisWeek() : exact()).format(time);

/** A time with a beginning and an end, which says once what both share. */
export const moments = (from: string, until: string): string =>
  exact().formatRange(new Date(from), new Date(until));
