/** A day in the words of a language, such as `3 January 2026`, in UTC; undefined for what is no date. A locale that nobody knows counts as British English. */
export const dayInWords = (instant: string, locale: string): string | undefined => {
  const milliseconds = Date.parse(instant);
  if (Number.isNaN(milliseconds)) return undefined;
  return formatFor(locale).format(milliseconds);
};

const formatFor = (locale: string): Intl.DateTimeFormat => {
  const options = { dateStyle: "long", timeZone: "UTC" } as const;
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
