import type { Anchor, LogPosition } from "#lib/catalog/log-position.ts";
import type { NumberedChange } from "#lib/pages/change.ts";

/** How a follower reads the change log; both consistently. */
export interface LogReads {
  /** The changes above the number, in the order of their numbers. */
  readonly after: (number: number) => Promise<readonly NumberedChange[]>;
  /** The changes above the anchor's number, likewise, and whether the log has the anchor. */
  readonly since: (anchor: Anchor) => Promise<ChangesSince>;
  /** Those of the numbered changes that have appeared. */
  readonly at: (numbers: readonly number[]) => Promise<readonly NumberedChange[]>;
}

/** What a log has above an anchor. */
export interface ChangesSince {
  readonly changes: readonly NumberedChange[];
  readonly hasAnchor: boolean;
}

/** Where a follower begins; the gaps were missing after `shownAtMs`. */
export interface FollowerStart extends LogPosition {
  readonly shownAtMs: number;
  /** The entry with the highest number that has appeared; none where none was seen that has a mark. */
  readonly anchor: Anchor | undefined;
}

/** How a log ages. */
export interface LogTime {
  /** Longer than from the drawing of a number to its appearing, at most. */
  readonly abandonedAfterMs: number;
  /** A clock that only moves forward. */
  readonly nowMs: () => number;
  /**
   * True of an entry that is too young to have expired, by the time at which it was written; writers' clocks
   * are not looked at closely.
   */
  readonly isKept: (writtenAtMs: number) => boolean;
}

/**
 * The log does not have what was read of it: its table was restored to an earlier time. What was made of it
 * is of no use any more.
 */
export class RestoredLog extends Error {
  constructor() {
    super("the database was restored to an earlier time");
  }
}

/** The anchor, or in its place the entry with the highest number above it that has a mark. */
export const newestAnchor = (entries: readonly NumberedChange[], anchor?: Anchor): Anchor | undefined =>
  entries.reduce<Anchor | undefined>(
    (newest, { number, mark, writtenAtMs }) =>
      mark && number > (newest?.number ?? 0) ? { number, mark, writtenAtMs } : newest,
    anchor,
  );

/**
 * The changes above an anchor's number. Fails with {@link RestoredLog} where the log has the anchor no more,
 * and should.
 */
export const changesAbove = async (
  reads: Pick<LogReads, "since">,
  anchor: Anchor,
  { isKept }: Pick<LogTime, "isKept">,
): Promise<readonly NumberedChange[]> => {
  const { changes, hasAnchor } = await reads.since(anchor);
  if (!hasAnchor && isKept(anchor.writtenAtMs)) throw new RestoredLog();
  return changes;
};

/**
 * Reads the change log without missing an entry, though numbers appear out of order and some never do: each
 * check asks above the highest number seen, and for the known gaps by key.
 *
 * A gap is given up only by a check that began more than `abandonedAfterMs` after the end of the check that
 * first showed it, and still does not. A higher number had appeared by that end, so the missing one had been
 * drawn by then, and `abandonedAfterMs` covers all the time that a writer may take from there. It does not
 * matter how long a check takes, even if the process sleeps in the middle of one. Only durations of one clock
 * are compared.
 *
 * Each check asks for the newest entry that was seen as well, in the same request: where that is missing, or
 * another has its number, the log has been restored to an earlier time, and the check fails with {@link
 * RestoredLog}.
 */
export class Follower {
  readonly #reads: LogReads;
  readonly #time: LogTime;
  /** Missing numbers below the highest, and when the check that first showed each had ended. */
  readonly #gaps: Map<number, number>;
  #highest: number;
  #anchor: Anchor | undefined;

  constructor(reads: LogReads, start: FollowerStart, time: LogTime) {
    this.#reads = reads;
    this.#time = time;
    this.#gaps = new Map(start.gaps.map((number) => [number, start.shownAtMs]));
    this.#highest = start.highest;
    this.#anchor = start.anchor;
  }

  /** What the checks so far have given. */
  get position(): LogPosition {
    return { highest: this.#highest, gaps: [...this.#gaps.keys()] };
  }

  /** The newest entry that they have given, by which the log is known again; none where none had a mark. */
  get anchor(): Anchor | undefined {
    return this.#anchor;
  }

  /**
   * The entries that have appeared since the last check, each once, in no order that means anything: what
   * they change is ordered by its version. Not to be called while a check runs. A check that fails changes
   * nothing. One request, and one more while there are gaps.
   */
  async check(): Promise<readonly NumberedChange[]> {
    const startedAtMs = this.#time.nowMs();
    const gaps = [...this.#gaps.keys()];
    const [since, late] = await Promise.all([this.#since(), gaps.length > 0 ? this.#reads.at(gaps) : []]);
    const above = since.filter(({ number }) => number > this.#highest);
    this.#closeGaps(late, startedAtMs);
    this.#openGaps(above, this.#time.nowMs());
    this.#anchor = newestAnchor([...late, ...above], this.#anchor);
    return [...late, ...above];
  }

  async #since(): Promise<readonly NumberedChange[]> {
    return this.#anchor
      ? changesAbove(this.#reads, this.#anchor, this.#time)
      : this.#reads.after(this.#highest);
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
