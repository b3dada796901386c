import { cached } from "#lib/cached.ts";
import { dayMs, type LocalClock, localClock, withinYears } from "#lib/timezone.ts";

const formats = {
  day: { dateStyle: "long" },
  month: { month: "long", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** As themes read them. The players of pages take this file, and nothing of themes. */
interface LocalDays {
  readonly locale: string;
  readonly timezone: string;
}

/**
 * A day such as `3 January 2026`: of an instant as the site's clocks show it, or of a date without a time, in
 * which nothing is shifted. Undefined for other texts. An unknown locale counts as British English. The clock
 * is that of filters and counts, so that all of them name the same day.
 */
export const dayInWords = (time: string, { locale, timezone }: LocalDays): string | undefined => {
  const milliseconds = Date.parse(time);
  if (Number.isNaN(milliseconds)) return undefined;
  const zone = /^\d{4}-\d{2}-\d{2}$/.test(time) ? "UTC" : timezone;
  const day = Math.floor(withinYears(clockOf(zone)(withinYears(milliseconds, dayMs))) / dayMs);
  return cached(knownDays, maxDays, `${day} ${locale}`, () => formatFor("day", locale).format(day * dayMs));
};

/** Keeps the days of ten years. A blog's page shows twenty, and formatting one takes some microseconds. */
const maxDays = 4_000;

/** A month such as `March 2026`, from `YYYY-MM`; any other text is returned unchanged. */
export const monthInWords = (month: string, locale: string): string =>
  cached(knownMonths, maxMonths, `${month} ${locale}`, () => {
    const milliseconds = Date.parse(`${month}-01`);
    return Number.isNaN(milliseconds) ? month : formatFor("month", locale).format(milliseconds);
  });

/** The page of a blog has all of its months. */
const maxMonths = 2_000;

/** Making a format or a clock takes as long as showing a post. A site rarely has more than one locale. */
const maxFormats = 20;

const knownDays = new Map<string, string>();
const knownMonths = new Map<string, string>();
const formatsByLocale = new Map<string, Intl.DateTimeFormat>();
const clocks = new Map<string, LocalClock>();

const formatFor = (name: keyof typeof formats, locale: string): Intl.DateTimeFormat =>
  cached(formatsByLocale, maxFormats, `${name} ${locale}`, () => newFormat(name, locale));

const clockOf = (timezone: string): LocalClock =>
  cached(clocks, maxFormats, timezone, () => localClock(timezone));

const newFormat = (name: keyof typeof formats, locale: string): Intl.DateTimeFormat => {
  const options = { ...formats[name], timeZone: "UTC" };
  try {
    return new Intl.DateTimeFormat([locale, "en-GB"], options);
  } catch {
    return new Intl.DateTimeFormat("en-GB", options);
  }
};

/** A duration such as `1:02:03` or `12:05`, rounded down to seconds. */
export const clockTime = (seconds: number): string => {
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(whole % 60)}`;
};
