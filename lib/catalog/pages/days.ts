import { type LocalClock, localClock, withinYears } from "#lib/timezone.ts";

/**
 * A day of the calendar as a number, so that days can be compared: the number of its month times 32, plus the
 * day of the month. 0 stands for no day.
 */
export type Day = number;

/** Counted from 1 in January of the year 0. */
export type Month = number;

const bitsOfDay = 5;

export const noDay: Day = 0;

/** Later than every day. */
export const endOfDays: Day = 2 ** 31 - 1;

const dayFrom = (year: number, month: number, day: number): Day => ((year * 12 + month) << bitsOfDay) + day;

/** The day in a text such as `2026-01-31`. */
export const dayOf = (text: string): Day =>
  dayFrom(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8)));

/** The month in a text such as `2026-01`. */
export const monthOf = (text: string): Month => monthWith(dayOf(`${text}-01`));

export const monthWith = (day: Day): Month => day >> bitsOfDay;

/** Bounds of a month's days: no day of the month is before the first or after the second. */
export const daysIn = (month: Month): readonly [from: Day, until: Day] => [
  month << bitsOfDay,
  ((month + 1) << bitsOfDay) - 1,
];

/** A month as `2026-01`. */
export const monthText = (month: Month): string =>
  `${digits(Math.floor((month - 1) / 12), 4)}-${digits(((month - 1) % 12) + 1, 2)}`;

const digits = (number: number, count: number): string => String(number).padStart(count, "0");

/** The day of a time in milliseconds, read as UTC; days out of the years with four digits are cut off. */
const dayAt = (timeMs: number): Day => {
  const date = new Date(withinYears(timeMs));
  return dayFrom(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
};

/** When the day begins in UTC. */
export const startOf = (day: Day): number => {
  const month = monthWith(day) - 1;
  return new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, day - (monthWith(day) << bitsOfDay));
};

/**
 * The days of visible dates in a time zone, by page id. They are made when first needed (20 ms for 100,000
 * pages), and never stored: another zone makes them again, and copies of a catalog serve any zone.
 */
export class VisibleDays {
  readonly #instantOf: (id: number) => number;
  #days: Uint32Array | undefined;
  #timezone = "";
  #clock: LocalClock = localClock("UTC");

  /** Call `move` whenever the instant of an id changes. */
  constructor(instantOf: (id: number) => number) {
    this.#instantOf = instantOf;
  }

  /** The days of all pages below `end`. Callers share the array until the next change. */
  in(timezone: string, end: number): Uint32Array {
    if (timezone !== this.#timezone) {
      this.#timezone = timezone;
      this.#clock = localClock(timezone);
      this.#days = undefined;
    }
    if (!this.#days || this.#days.length < end) this.#days = Uint32Array.from({ length: end }, this.#dayOf);
    return this.#days;
  }

  /** Notes that the instant of an id has changed. */
  move(id: number): void {
    if (this.#days && id < this.#days.length) this.#days[id] = this.#dayOf(undefined, id);
  }

  /** Call this when all instants have changed. */
  forget(): void {
    this.#days = undefined;
  }

  readonly #dayOf = (_: unknown, id: number): Day => {
    const instantMs = this.#instantOf(id);
    return Number.isFinite(instantMs) ? dayAt(this.#clock(instantMs)) : noDay;
  };
}
