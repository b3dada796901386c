const formats = {
  day: { dateStyle: "long", timeZone: "UTC" },
  month: { month: "long", year: "numeric", timeZone: "UTC" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A UTC day such as `3 January 2026`; undefined for no date. An unknown locale counts as British English. */
export const dayInWords = (instant: string, locale: string): string | undefined => {
  const milliseconds = Date.parse(instant);
  return Number.isNaN(milliseconds) ? undefined : formatFor("day", locale).format(milliseconds);
};

/** A month such as `March 2026`, from `YYYY-MM`; any other text is returned unchanged. */
export const monthInWords = (month: string, locale: string): string => {
  const milliseconds = Date.parse(`${month}-01`);
  return Number.isNaN(milliseconds) ? month : formatFor("month", locale).format(milliseconds);
};

/** Making a format takes as long as showing a post. A site rarely has more than one locale. */
const formatCache = new Map<string, Intl.DateTimeFormat>();

const formatFor = (name: keyof typeof formats, locale: string): Intl.DateTimeFormat => {
  const key = `${name} ${locale}`;
  const format = formatCache.get(key) ?? newFormat(locale, formats[name]);
  if (formatCache.size > 20) formatCache.clear();
  formatCache.set(key, format);
  return format;
};

const newFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
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
