const formats = {
  day: { dateStyle: "long", timeZone: "UTC" },
  month: { month: "long", year: "numeric", timeZone: "UTC" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/**
 * A day in the words of a language, such as `3 January 2026`, in UTC; undefined for what is no date. A locale
 * that nobody knows counts as British English.
 */
export const dayInWords = (instant: string, locale: string): string | undefined => {
  const milliseconds = Date.parse(instant);
  return Number.isNaN(milliseconds) ? undefined : formatFor("day", locale).format(milliseconds);
};

/**
 * A month that is written as `YYYY-MM` in the words of a language, such as `March 2026`; what is no month as
 * it is.
 */
export const monthInWords = (month: string, locale: string): string => {
  const milliseconds = Date.parse(`${month}-01`);
  return Number.isNaN(milliseconds) ? month : formatFor("month", locale).format(milliseconds);
};

/** To make one takes as long as to show a post; a site has one locale, seldom another. */
const held = new Map<string, Intl.DateTimeFormat>();

const formatFor = (name: keyof typeof formats, locale: string): Intl.DateTimeFormat => {
  const key = `${name} ${locale}`;
  const format = held.get(key) ?? newFormat(locale, formats[name]);
  if (held.size > 20) held.clear();
  held.set(key, format);
  return format;
};

const newFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat([locale, "en-GB"], options);
  } catch {
    return new Intl.DateTimeFormat("en-GB", options);
  }
};

/** A duration as players show it, such as `1:02:03` or `12:05`; the fraction of a second is cut. */
export const clockTime = (seconds: number): string => {
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(whole % 60)}`;
};
