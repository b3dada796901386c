const dayInSeconds = 24 * 60 * 60;

/** Seconds to the millisecond of `MM:SS` or `H:MM:SS`, each with or without a fraction, below 24 hours. */
export const chapterSeconds = (time: string): number | undefined => {
  const [, hours = "0", minutesOfHour, minutes = minutesOfHour, seconds, fraction = ""] =
    /^(?:(\d{1,2}):([0-5]\d)|(\d{1,4})):([0-5]\d)(?:\.(\d{1,6}))?$/.exec(time) ?? [];
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  if (!(whole < dayInSeconds)) return undefined;
  return (whole * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3))) / 1000;
};

/** The time as `chapterSeconds` reads it, in the long form: `01:02:03.450`. */
export const chapterTime = (startSeconds: number): string => {
  const ms = Math.round(startSeconds * 1000);
  const part = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, "0");
  return `${part(ms / 3_600_000)}:${part((ms / 60_000) % 60)}:${part((ms / 1000) % 60)}.${part(ms % 1000, 3)}`;
};
