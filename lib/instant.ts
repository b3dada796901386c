const pattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/**
 * The instant in an ISO 8601 text, in UTC with milliseconds and `Z`; undefined for other texts. A missing
 * time is midnight, a missing offset UTC, a space may stand for `T`, and finer fractions are cut.
 */
export const parseInstant = (text: string): string | undefined => {
  const [, day, hours = "00", minutes = "00", seconds = "00", fraction = "", zone = "Z"] =
    pattern.exec(text) ?? [];
  if (day === undefined || !isCalendarDay(day)) return undefined;
  const milliseconds = fraction.padEnd(3, "0").slice(0, 3);
  const offset = zone
    .toUpperCase()
    .replace(/^([+-]\d\d):?(\d\d)?$/, (_, hour, minute = "00") => `${hour}:${minute}`);
  const instant = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}${offset}`);
  const named = Number.isNaN(instant) ? undefined : new Date(instant).toISOString();
  // An offset may lead out of the years with four digits.
  return named && /^\d{4}-/.test(named) ? named : undefined;
};

/** `day` must have the form `YYYY-MM-DD`. */
export const isCalendarDay = (day: string): boolean => {
  // Date.parse lets 30 February roll over into March.
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
};
