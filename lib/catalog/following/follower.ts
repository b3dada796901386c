import type { Anchor, LogPosition } from "#lib/catalog/saved-state.ts";
import type { Media, MediaKind } from "#lib/media/media.ts";
import type { DrawnNumber, NumberedChange } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { changeRetentionMs } from "#lib/store/changes.ts";

/** How a follower reads the change log; all of these reads are consistent. */
export interface LogReads {
  /** The changes above the number, in the order of their numbers. */
  readonly after: (number: number) => Promise<readonly NumberedChange[]>;
  /** The changes above the anchor's number, in order, and whether the log still has the anchor. */
  readonly since: (anchor: Anchor) => Promise<ChangesSince>;
  /** Those of the numbered changes that have appeared. */
  readonly at: (numbers: readonly number[]) => Promise<readonly NumberedChange[]>;
}

export interface ChangesSince {
  readonly changes: readonly NumberedChange[];
  readonly hasAnchor: boolean;
}

/** Where a follower begins; the gaps were still missing at `shownAtMs`. */
export interface FollowerStart extends LogPosition {
  readonly shownAtMs: number;
  /** The highest entry seen that has a mark, if any. */
  readonly anchor: Anchor | undefined;
}

export interface LogTime {
  /** More than the time between drawing a number and its appearance in the log. */
  readonly abandonedAfterMs: number;
  /** A clock that only moves forward. */
  readonly nowMs: () => number;
  /** True if an entry of this age cannot have expired yet, even if the writer's clock was wrong. */
  readonly isKept: (writtenAtMs: number) => boolean;
  /** True if the store may have deleted other entries that were written when this one was. */
  readonly hasExpired: (entry: NumberedChange) => boolean;
}

/** The table was restored, to an earlier time or from a backup: what was read from it is no longer valid. */
export class RestoredLog extends Error {
  constructor() {
    super("the database was restored");
  }
}

/** Entries that a follower has not read have expired: others may be gone already, and look like gaps. */
export class ExpiredLog extends Error {
  constructor() {
    super("entries of the change log have expired before they were read");
  }
}

/** True if what follows the log has to be made again, from the table. */
export const isLostTrack = (error: unknown): error is RestoredLog | ExpiredLog =>
  error instanceof RestoredLog || error instanceof ExpiredLog;

/** The anchor, or the highest entry above it that has a mark. */
export const newestAnchor = (entries: readonly NumberedChange[], anchor?: Anchor): Anchor | undefined =>
  entries.reduce<Anchor | undefined>(
    (newest, entry) =>
      entry.mark && entry.number > (newest?.number ?? 0)
        ? { number: entry.number, mark: entry.mark, writtenAtMs: keptFromMs(entry) }
        : newest,
    anchor,
  );

/** The latest time that the log knew when the entry was written, as its expiry tells. */
const keptFromMs = ({ writtenAtMs, expiresAtMs }: NumberedChange): number =>
  Math.max(writtenAtMs, expiresAtMs - changeRetentionMs);

/** The changes above an anchor. Throws {@link RestoredLog} if the log has lost the anchor before its time. */
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
 * check asks for entries above the highest number seen, and for the known gaps by key.
 *
 * A gap is given up by a check that began more than `abandonedAfterMs` after the end of the check that first
 * showed it. At that end a higher number had appeared, so the missing one had been drawn, and
 * `abandonedAfterMs` covers the time a writer may take from there. A check may take any time, even if the
 * process sleeps in the middle. Only durations of one clock are compared.
 *
 * Each check also asks for the newest entry seen (the anchor). If it is missing, or another entry has its
 * number, the table was restored to an earlier time, and the check throws {@link RestoredLog}. So it does if
 * the log was empty, and now begins later than with its first entry: what came before has expired, and the
 * table was filled from a backup. Where two writers are the first ever, their entries may look so, too.
 *
 * A check that finds a new entry that has expired throws {@link ExpiredLog}. Such an entry was written while
 * a clock was wrong, or long before this check: what was written beside it may be gone.
 */
export class Follower {
  readonly #reads: LogReads;
  readonly #time: LogTime;
  /** Missing numbers below the highest, with the end of the check that first showed each. */
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

  get position(): LogPosition {
    return { highest: this.#highest, gaps: [...this.#gaps.keys()] };
  }

  get anchor(): Anchor | undefined {
    return this.#anchor;
  }

  /**
   * The entries that have appeared since the last check, each once, in no particular order. Do not call it
   * while a check runs. A failed check changes nothing. One request, one more while there are gaps.
   */
  async check(): Promise<readonly NumberedChange[]> {
    const startedAtMs = this.#time.nowMs();
    const gaps = [...this.#gaps.keys()];
    const [since, late] = await Promise.all([this.#since(), gaps.length > 0 ? this.#reads.at(gaps) : []]);
    const above = since.filter(({ number }) => number > this.#highest);
    if (this.#highest === 0 && above.length > 0 && above.every(({ number }) => number > 1))
      throw new RestoredLog();
    if ([...late, ...above].some(this.#time.hasExpired)) throw new ExpiredLog();
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

/** A log that a catalog can begin to follow. */
export interface LogSource extends LogReads {
  /** The last drawn number, which is the highest. */
  readonly lastDrawn: () => Promise<DrawnNumber>;
  /** The changes in batches, newest first. */
  readonly backwards: () => AsyncIterable<readonly NumberedChange[]>;
}

/** What a catalog is built from and kept current by: the change log, the listings and the media objects. */
export interface ChangeSource extends LogSource {
  /** The version of the site data; 0 before there is any. */
  readonly siteVersion: () => Promise<number>;
  readonly listings: () => AsyncIterable<readonly Listing[]>;
  readonly media: (kind: MediaKind) => AsyncIterable<readonly Media[]>;
}
