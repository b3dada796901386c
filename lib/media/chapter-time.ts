/**
 * The seconds that a time such as `01:02:03.450` stands for, to the millisecond; undefined for anything else,
 * and from 24 hours on.
 */
export const chapterSeconds = (time: string): number | undefined => {
  const [, hours, minutes, seconds, fraction = ""] =
    /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?$/.exec(time) ?? [];
  if (hours === undefined) return undefined;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (whole * 1000 + Number(fraction.padEnd(3, "0"))) / 1000;
};

/** The time as `chapterSeconds` reads it: `01:02:03.450`. */
export const chapterTime = (startSeconds: number): string => {
  const ms = Math.round(startSeconds * 1000);
  const part = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, "0");
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}.${part(ms % 1000, 3)}`;
};
