/** A day in the words of a language, such as `3 January 2026`, in UTC; undefined for what is no date. A locale that nobody knows counts as British English. */
export const dayInWords = (instant: string, locale: string): string | undefined => {
  const milliseconds = Date.parse(instant);
  if (Number.isNaN(milliseconds)) return undefined;
  return formatFor(locale, { dateStyle: "long" }).format(milliseconds);
};

/** A month that is written as `YYYY-MM` in the words of a language, such as `March 2026`; what is no month as it is. */
export const monthInWords = (month: string, locale: string): string => {
  const milliseconds = Date.parse(`${month}-01`);
  if (Number.isNaN(milliseconds)) return month;
  return formatFor(locale, { month: "long", year: "numeric" }).format(milliseconds);
};

const formatFor = (locale: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const options = { ...style, timeZone: "UTC" };
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
