import type { Anchor } from "#lib/catalog/saved-state.ts";
import { agesBackwards, type Change, type DrawnNumber, type NumberedChange } from "#lib/pages/change.ts";
import { Follower, type LogSource, type LogTime, newestAnchor } from "./follower.ts";

/** Numbers so close below the oldest entry of the log may still be in use by writers. */
const oldestDrawn = 2_000;

/**
 * Begins to follow a log, and calls `read`, which reads what the log is about (see `rebuildCatalog`).
 * `unread`: changes that may be newer than what was read.
 */
export const followFrom = async (
  source: LogSource,
  time: LogTime,
  read: () => Promise<void>,
): Promise<{ readonly follower: Follower; readonly unread: readonly Change[] }> => {
  const last = await source.lastDrawn();
  const highest = last.number;
  const shownAtMs = time.nowMs();
  const { entries, lowest } = await readRecent(source, highest, time);
  await read();
  const gaps = missingNumbers(entries, lowest, highest);
  const anchor = newestAnchor(entries.filter(({ number }) => number <= highest)) ?? markOf(last);
  const follower = new Follower(source, { highest, gaps, shownAtMs, anchor }, time);
  return { follower, unread: possiblyUnreadChanges(entries, time) };
};

/**
 * Identifies a log whose entries have all expired. Its time is so early that nobody expects the entry to be
 * there.
 */
const markOf = ({ number, mark }: DrawnNumber): Anchor | undefined =>
  mark ? { number, mark, writtenAtMs: Number.NEGATIVE_INFINITY } : undefined;

/** An entry, and for how long at least others have been written after it. */
type AgedEntry = NumberedChange & { readonly ageMs: number };

interface RecentEntries {
  /** The newest first. */
  readonly entries: readonly AgedEntry[];
  /** The lowest number that may still appear, or has appeared. */
  readonly lowest: number;
}

const readRecent = async (
  source: LogSource,
  highest: number,
  { abandonedAfterMs }: LogTime,
): Promise<RecentEntries> => {
  const entries: AgedEntry[] = [];
  const ageOf = agesBackwards(abandonedAfterMs / 3);
  for await (const some of source.backwards()) {
    for (const entry of some) {
      const ageMs = ageOf(entry);
      entries.push({ ...entry, ageMs });
      const isSettled = ageMs > 3 * abandonedAfterMs || entry.number <= highest - oldestDrawn;
      if (isSettled) return { entries, lowest: entry.number };
    }
  }
  const end = entries.at(-1)?.number ?? highest + 1;
  return { entries, lowest: Math.max(1, end - oldestDrawn) };
};

// The newest state of each page or object, if its transaction may have been in progress during the reads. An
// entry that has expired may be older than a deletion that is no longer in the log.
const possiblyUnreadChanges = (
  entries: readonly AgedEntry[],
  { abandonedAfterMs, hasExpired }: LogTime,
): Change[] => {
  const newest = new Map<string, number>();
  for (const { change } of entries) {
    const subject = subjectOf(change);
    if (subject) newest.set(subject.name, Math.max(subject.version, newest.get(subject.name) ?? 0));
  }
  const mayBeUnread = (entry: AgedEntry): boolean => {
    const subject = subjectOf(entry.change);
    if (!subject) return true;
    const isRecent = entry.ageMs <= abandonedAfterMs && !hasExpired(entry);
    return isRecent && subject.version === newest.get(subject.name);
  };
  return entries.filter(mayBeUnread).map(({ change }) => change);
};

const subjectOf = (change: Change): { readonly name: string; readonly version: number } | undefined => {
  switch (change.kind) {
    case "page":
      return { name: `page ${change.id}`, version: change.version };
    case "media":
      return { name: `${change.mediaKind} ${change.id}`, version: change.version };
    case "edit":
      return { name: `edit ${change.id}`, version: change.version };
    default:
      return undefined;
  }
};

const missingNumbers = (entries: readonly NumberedChange[], lowest: number, highest: number): number[] => {
  const appeared = new Set(entries.map(({ number }) => number));
  const missing: number[] = [];
  for (let number = lowest; number <= highest; number++) if (!appeared.has(number)) missing.push(number);
  return missing;
};
