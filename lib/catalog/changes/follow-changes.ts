import { newestAnchor } from "#lib/catalog/following/follower.ts";
import type { CatalogNow } from "#lib/catalog/following/rebuild.ts";
import { storedLogTime } from "#lib/catalog/following/stored-changes.ts";
import { certain } from "#lib/certain.ts";
import { jsonDigest } from "#lib/digest.ts";
import type { NumberedChange } from "#lib/pages/change.ts";
import type { ChangeCursor, CursorPosition } from "#lib/queries/change-query.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { changesAt, firstChangesAfter } from "#lib/store/changes.ts";
import { type AlteredPage, alteredPages } from "./altered-pages.ts";

const dayMs = 24 * 3_600_000;

/** A cursor is valid on the day of its answer and this many days after. The log is kept longer. */
const validDays = 7;

/** How many entries of the log one answer reads, about a kilobyte each: more would take too long. */
const maxEntriesAtOnce = 1_000;

/** Writers take seconds between drawing a number and writing its entry, and their clocks may differ. */
const writingMs = 3_600_000;

export interface Following {
  /** At most as many as asked for. */
  readonly pages: readonly AlteredPage[];
  readonly cursor: ChangeCursor;
  /** True if the next call has something to tell at once. */
  readonly more: boolean;
}

interface Present {
  readonly now: CatalogNow;
  /** A digest of the settings that are in answers. */
  readonly settings: string;
}

/** The cursor of a reader who has been told of every change. */
export const cursorNow = ({ now, settings }: Present): ChangeCursor => ({
  position: now.position,
  anchor: now.anchor ? { ...now.anchor, writtenAtMs: Math.max(0, now.anchor.writtenAtMs) } : null,
  day: dayOf(now.checkedAtMs),
  settings,
  restricted: restrictedIn(now),
  isPartial: false,
  rest: null,
});

/**
 * Lists the pages that were altered for strangers since a cursor, and gives the next cursor. Call it before
 * the first `await` after `now` was given, because the next cursor describes that time. Refuses
 * `cursor_expired`. Cost: `readChanges`, and some milliseconds of CPU for 10,000 pages that a change alters.
 */
export const followChanges = async (
  cursor: ChangeCursor,
  present: Present,
  limit: number,
  maxEntries = maxEntriesAtOnce,
): Promise<Following> => {
  const { now, settings } = present;
  const today = dayOf(now.checkedAtMs);
  if (cursor.day < today - validDays || cursor.day > today + 1) throw new Refusal("cursor_expired");
  const newest = cursorNow(present);
  const state = now.catalog.state;
  const read = await readChanges(cursor, now, maxEntries);
  const isWhole = isSamePosition(read.position, newest.position);
  const isExact = isWhole && !cursor.isPartial && now.catalog.state === state;
  const altered = alteredPages(now.catalog, read.changes, {
    mayLackRestrictions: !isExact && cursor.restricted !== restrictedIn(now),
    everyPage: cursor.settings === settings ? undefined : { number: 0, atMs: cursor.day * dayMs },
  });
  const untold = altered.filter((page) => isAfter(page, cursor.rest));
  const pages = untold.slice(0, limit);
  if (untold.length > limit) {
    const { number, id } = certain(pages.at(-1));
    const rest = { through: cursor.rest?.through ?? read.position, number, id };
    return { pages, cursor: { ...cursor, rest }, more: true };
  }
  const { position, anchor } = read;
  if (isWhole) return { pages, cursor: { ...newest, position, anchor }, more: false };
  const day = Math.max(cursor.day, read.isCut ? dayOf(lastWritten(read) - writingMs) : cursor.day);
  return {
    pages,
    cursor: { ...cursor, position, anchor, day, settings, isPartial: true, rest: null },
    more: true,
  };
};

const dayOf = (instantMs: number): number => Math.floor(instantMs / dayMs);

const restrictedIn = ({ catalog }: CatalogNow): string => jsonDigest(catalog.restrictedContainers());

const lastWritten = ({ changes }: ChangesRead): number => newestAnchor(changes)?.writtenAtMs ?? 0;

/** True if a reader at the position knows all that the catalog has; it may know of more missing numbers. */
const isSamePosition = ({ highest, gaps }: CursorPosition, newest: CursorPosition): boolean =>
  highest >= newest.highest && gaps.every((gap) => gap > newest.highest || newest.gaps.includes(gap));

const isAfter = ({ number, id }: AlteredPage, rest: ChangeCursor["rest"]): boolean =>
  rest === null || number > rest.number || (number === rest.number && id > rest.id);

/** Changes that a reader has not been told of, in no particular order. */
export interface ChangesRead {
  readonly changes: readonly NumberedChange[];
  /** The position of a reader who has been told of these, too. */
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
const readChanges = async (
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

// Another entry with the anchor's number means another log. A missing entry means that only if it cannot have
// expired yet.
const requireAnchor = (
  { number, mark, writtenAtMs }: NonNullable<ChangeCursor["anchor"]>,
  entries: readonly NumberedChange[],
  now: CatalogNow,
): void => {
  const found = entries.find((entry) => entry.number === number);
  const isSame = found ? found.mark === mark : !storedLogTime.isKept(writtenAtMs);
  if (!isSame || now.position.highest < number) throw new Refusal("cursor_expired");
};
