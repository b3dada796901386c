import { type LocalClock, localClock } from "#lib/timezone.ts";
import { type Day, dayAt, noDay } from "./days.ts";

/**
 * The days of visible dates in a time zone, by page id. They are made when first asked for (20 ms for 100,000
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
