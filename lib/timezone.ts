export const dayMs = 86_400_000;

/** Offsets are asked of `Intl` at this distance. No zone has ever changed its clocks twice within four. */
const stepMs = 3 * dayMs;

/** True for the name of a time zone in the IANA database, such as `Europe/Berlin`, in any case. */
export const isTimezone = (name: string): boolean => {
  try {
    // `Intl` also takes offsets such as +02:00, which know no summer time.
    return /^[A-Za-z]/.test(name) && Boolean(offsetFormat(name));
  } catch {
    return false;
  }
};

/** The names of all zones, each once, without those that are another name for one of them. */
export const timezoneNames = (): readonly string[] => ["UTC", ...Intl.supportedValuesOf("timeZone")];

// 0000-01-01 and 9999-12-31: calls would remain in the pages' scripts, which need none of this.
const firstMs = -62_167_219_200_000;
const lastMs = 253_402_214_400_000;

/**
 * A time, or the nearest one in the years with four digits: a zone's clock may show the year 10000. Instants
 * need a margin of a day, because clocks differ from UTC.
 */
export const withinYears = (timeMs: number, marginMs = 0): number =>
  Math.min(Math.max(timeMs, firstMs - marginMs), lastMs + marginMs);

/** The time that a clock in a zone shows at an instant, both in milliseconds since the epoch. */
export type LocalClock = (instantMs: number) => number;

/**
 * The clock of a zone, with the summer times of all years; an unknown zone counts as UTC. `Intl` takes some
 * microseconds for an offset, so the clock asks it once for three days, and for each instant only in the
 * three days of a change.
 */
export const localClock = (timezone: string): LocalClock => {
  if (timezone === "UTC" || !isTimezone(timezone)) return (instantMs) => instantMs;
  const format = offsetFormat(timezone);
  const askedAt = (instantMs: number): number => offsetIn(format.format(instantMs));
  const steps = new Map<number, number>();
  const offsetAtStep = (step: number): number => {
    const known = steps.get(step) ?? askedAt(step * stepMs);
    steps.set(step, known);
    return known;
  };
  return (instantMs) => {
    const step = Math.floor(instantMs / stepMs);
    const before = offsetAtStep(step);
    return instantMs + (before === offsetAtStep(step + 1) ? before : askedAt(instantMs));
  };
};

const offsetFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });

/** The offset in a text such as `7/1/2026, GMT-04:56:02`, in milliseconds. */
const offsetIn = (text: string): number => {
  const [, sign = "+", hours = 0, minutes = 0, seconds = 0] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === "-" ? -size : size) * 1000;
};
