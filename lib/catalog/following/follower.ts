import type { NumberedChange } from "#lib/pages/change.ts";

/** How a follower reads the change log; both consistently. */
export interface LogReads {
  /** The changes above the number, in the order of their numbers. */
  readonly after: (number: number) => Promise<readonly NumberedChange[]>;
  /** Those of the numbered changes that have appeared. */
  readonly at: (numbers: readonly number[]) => Promise<readonly NumberedChange[]>;
}

/** How far a log has been read: everything up to `highest` but the gaps, which had not appeared. */
export interface LogPosition {
  readonly highest: number;
  readonly gaps: readonly number[];
}

/** Where a follower begins; the gaps were missing after `shownAtMs`. */
export interface FollowerStart extends LogPosition {
  readonly shownAtMs: number;
}

/** The clock that ages gaps, and how old one must be to be given up. */
export interface GapTime {
  /** Longer than from the drawing of a number to its appearing, at most. */
  readonly abandonedAfterMs: number;
  /** A clock that only moves forward. */
  readonly nowMs: () => number;
}

/**
 * Reads the change log without missing an entry, though numbers appear out of order and some never do (architecture
 * §4.3): each check asks above the highest number seen, and for the known gaps by key.
 *
 * A gap is given up only by a check that began more than `abandonedAfterMs` after the end of the check that first showed
 * it, and still does not. A higher number had appeared by that end, so the missing one had been drawn by then, and
 * `abandonedAfterMs` covers all the time that a writer may take from there. It does not matter how long a check takes,
 * even if the process sleeps in the middle of one. Only durations of one clock are compared.
 */
export class Follower {
  readonly #reads: LogReads;
  readonly #time: GapTime;
  /** Missing numbers below the highest, and when the check that first showed each had ended. */
  readonly #gaps: Map<number, number>;
  #highest: number;

  constructor(reads: LogReads, start: FollowerStart, time: GapTime) {
    this.#reads = reads;
    this.#time = time;
    this.#gaps = new Map(start.gaps.map((number) => [number, start.shownAtMs]));
    this.#highest = start.highest;
  }

  /** What the checks so far have given. */
  get position(): LogPosition {
    return { highest: this.#highest, gaps: [...this.#gaps.keys()] };
  }

  /**
   * The entries that have appeared since the last check, each once, in no order that means anything: what they change is
   * ordered by its version. Not to be called while a check runs. A check that fails changes nothing. One request, and one
   * more while there are gaps.
   */
  async check(): Promise<readonly NumberedChange[]> {
    const startedAtMs = this.#time.nowMs();
    const gaps = [...this.#gaps.keys()];
    const [above, late] = await Promise.all([
      this.#reads.after(this.#highest),
      gaps.length > 0 ? this.#reads.at(gaps) : [],
    ]);
    this.#closeGaps(late, startedAtMs);
    this.#openGaps(above, this.#time.nowMs());
    return [...late, ...above];
  }

  #closeGaps(late: readonly NumberedChange[], startedAtMs: number): void {
    for (const { number } of late) this.#gaps.delete(number);
    for (const [number, shownAtMs] of this.#gaps) {
      if (startedAtMs - shownAtMs > this.#time.abandonedAfterMs) this.#gaps.delete(number);
    }
  }

  #openGaps(above: readonly NumberedChange[], endedAtMs: number): void {
    for (const { number } of above) {
      for (let missing = this.#highest + 1; missing < number; missing++) this.#gaps.set(missing, endedAtMs);
      this.#highest = number;
    }
  }
}
