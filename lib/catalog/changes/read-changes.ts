import { newestAnchor } from "#lib/catalog/following/follower.ts";
import type { CatalogNow } from "#lib/catalog/following/rebuild.ts";
import { storedLogTime } from "#lib/catalog/following/stored-changes.ts";
import { certain } from "#lib/certain.ts";
import type { NumberedChange } from "#lib/pages/change.ts";
import type { ChangeCursor, CursorPosition } from "#lib/queries/change-cursor.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { changesAt, firstChangesAfter } from "#lib/store/changes.ts";

/** Changes that a reader has not been told of, in no particular order. */
export interface ChangesRead {
  readonly changes: readonly NumberedChange[];
  /** How far a reader has followed who knows these, too. */
  readonly position: CursorPosition;
  readonly anchor: ChangeCursor["anchor"];
  /** True if there were more entries than one answer reads. */
  readonly isCut: boolean;
}

/**
 * The changes between a cursor and the catalog, or where the cursor's rest ends. Refuses `cursor_expired` if
 * the log is not the one that the cursor is from, or if some of them may be gone. No request if there are
 * none; else one, or two if numbers have appeared late. Entries that the catalog does not have yet are left
 * to the next cursor.
 */
export const readChanges = async (
  cursor: ChangeCursor,
  now: CatalogNow,
  maxEntries: number,
): Promise<ChangesRead> => {
  const until = cursor.rest?.through ?? now.position;
  const isMissing = new Set(until.gaps);
  const late = cursor.position.gaps.filter((gap) => gap <= until.highest && !isMissing.has(gap));
  const { position, anchor } = cursor;
  if (until.highest <= position.highest && late.length === 0 && isAnchorOf(now, anchor)) {
    return { changes: [], position, anchor, isCut: false };
  }
  const first = anchor ? Math.min(anchor.number, position.highest + 1) : position.highest + 1;
  const [entries, lateEntries] = await Promise.all([
    firstChangesAfter(first - 1, maxEntries),
    late.length > 0 ? changesAt(late) : [],
  ]);
  if (anchor) requireAnchor(anchor, entries, now);
  const isCut = entries.length === maxEntries && certain(entries.at(-1)).number < until.highest;
  const highest = Math.max(position.highest, isCut ? certain(entries.at(-1)).number : until.highest);
  const changes = [
    ...lateEntries,
    ...entries.filter(
      ({ number }) => number > position.highest && number <= highest && !isMissing.has(number),
    ),
  ].filter(({ number }) => number <= until.highest);
  if (changes.some(storedLogTime.hasExpired)) throw new Refusal("cursor_expired");
  return {
    changes,
    position: { highest, gaps: gapsAfter(position, until, highest) },
    anchor: newestAnchor(changes, anchor ?? undefined) ?? null,
    isCut,
  };
};

const gapsAfter = (known: CursorPosition, until: CursorPosition, highest: number): number[] => {
  const isMissing = new Set(until.gaps);
  return [
    ...known.gaps.filter((gap) => isMissing.has(gap) || gap > until.highest),
    // The last entry of a part may be one that the catalog does not have yet.
    ...until.gaps.filter((gap) => gap > known.highest && gap <= highest),
  ];
};

const isAnchorOf = (now: CatalogNow, anchor: ChangeCursor["anchor"]): boolean =>
  anchor === null || (now.anchor?.number === anchor.number && now.anchor.mark === anchor.mark);

// An entry that has expired proves nothing; another one in its place does.
const requireAnchor = (
  { number, mark, writtenAtMs }: NonNullable<ChangeCursor["anchor"]>,
  entries: readonly NumberedChange[],
  now: CatalogNow,
): void => {
  const found = entries.find((entry) => entry.number === number);
  const isSame = found ? found.mark === mark : !storedLogTime.isKept(writtenAtMs);
  if (!isSame || now.position.highest < number) throw new Refusal("cursor_expired");
};
