import { clock, isStillAhead } from "#lib/clock.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { present, type Write, type WriteCondition } from "#lib/store/port/table-store.ts";
import { getItem, getItems, putItem, queryItems } from "./items.ts";
import type { StoredItems } from "./stored-items.ts";
import { type Key, keys } from "./table.ts";

/**
 * Files to remove: of a media object that was deleted or never completed, or of a change that replaced them
 * or was never done.
 */
export interface LeftoverFiles {
  readonly kind: MediaKind;
  readonly id: number;
  readonly keys: readonly string[];
  /** The name of one change of the object; absent for the object as a whole. */
  readonly note?: string;
}

type NoteName = Pick<LeftoverFiles, "kind" | "id" | "note">;

/** How long a new object may take to claim its files: far longer than storing them takes. */
const expectedForSeconds = 3_600;

const put = (
  { kind, id, keys: files, note }: LeftoverFiles,
  expected: Pick<StoredItems["leftoverFiles"], "expectedUntil"> = {},
  condition?: WriteCondition,
): Write =>
  putItem(
    keys.leftoverFiles(kind, id, note),
    { kind, id, files, ...(note !== undefined && { note }), ...expected },
    condition,
  );

/** Notes files for removal, in the transaction after which no media object names them. */
export const putLeftoverFiles = (leftover: LeftoverFiles): Write => put(leftover);

/** Notes the files of a new object before they are stored: they are removed unless the object claims them. */
export const expectFiles = (expected: LeftoverFiles): Write =>
  put(expected, { expectedUntil: clock.nowMs() / 1000 + expectedForSeconds });

/** Claims the files that were noted for a new object, if they have not been given up. */
export const claimFiles = ({ kind, id, note }: NoteName): Write => ({
  delete: keys.leftoverFiles(kind, id, note),
  if: present("expectedUntil"),
});

/**
 * Notes other files for removal instead of those that were expected under the same name: the files that the
 * expected ones replace, or the expected ones themselves if they are given up. Only one of the two can be.
 */
export const resolveExpectedFiles = (leftover: LeftoverFiles): Write =>
  put(leftover, {}, present("expectedUntil"));

export const strikeLeftoverFiles = ({ kind, id, note }: NoteName): Write => ({
  delete: keys.leftoverFiles(kind, id, note),
});

/** The note of an unresolved change; undefined if it is resolved, or if there was none. One request. */
export const readExpectedFiles = async ({ kind, id, note }: NoteName): Promise<LeftoverFiles | undefined> => {
  const item = await getItem(keys.leftoverFiles(kind, id, note));
  return item?.expectedUntil === undefined ? undefined : leftoverIn(item);
};

const leftoverIn = ({ kind, id, files, note }: StoredItems["leftoverFiles"]): LeftoverFiles => ({
  kind,
  id,
  keys: files,
  ...(note !== undefined && { note }),
});

/** All files to remove, without those that may still be claimed. One request per megabyte of notes. */
export const readLeftoverFiles = async (): Promise<LeftoverFiles[]> => {
  const items = await queryItems({ pk: keys.leftoverFiles("image", 0).pk });
  const isOver = (until: number | undefined) =>
    until === undefined || !isStillAhead(until * 1000, expectedForSeconds * 1000);
  return items.filter(({ expectedUntil }) => isOver(expectedUntil)).map(leftoverIn);
};

/** The keys of all noted files, also those that may still be claimed. One request per megabyte. */
export const readNotedFiles = async (): Promise<string[]> => {
  const items = await queryItems({ pk: keys.leftoverFiles("image", 0).pk });
  return items.flatMap(({ files }) => files);
};

/** A note that some parts of a page's bodies may be unused, or that a deleted page has items left. */
export interface LeftoverBodies {
  readonly pageId: number;
  readonly notedAtMs: number;
}

/** A reader of a body's item asks for its parts within this time. */
const readerTimeoutMs = 300_000;

/** Writes the note, in the transaction after which the page's items name fewer parts than before. */
export const noteLeftoverBodies = (pageId: number): Write =>
  putItem(keys.leftoverBodies(pageId), { pageId, notedAtMs: clock.nowMs() });

export const strikeLeftoverBodies = (pageId: number): Write => ({
  delete: keys.leftoverBodies(pageId),
});

/** All notes old enough that nobody is still reading the parts. One request per megabyte of notes. */
export const readLeftoverBodies = async (): Promise<LeftoverBodies[]> => {
  const items = await queryItems({ pk: keys.leftoverBodies(0).pk });
  return items.filter(({ notedAtMs }) => !isStillAhead(notedAtMs + readerTimeoutMs, readerTimeoutMs));
};

/**
 * The keys of parts that no revision, live content or comments of the page name. One request per megabyte of
 * the page's revisions and of its parts, and one more.
 */
export const readUnnamedParts = async (pageId: number): Promise<Key[]> => {
  const parts = await queryItems({ pk: keys.bodyPart(pageId, "", 0).pk, attributes: ["pk", "sk"] });
  if (parts.length === 0) return [];
  const [revisions, others] = await Promise.all([
    queryItems({ pk: keys.revision(pageId, 0).pk, prefix: "REV#", attributes: ["contentDigest"] }),
    getItems([keys.live(pageId), keys.comments(pageId)]),
  ]);
  const named = new Set(
    [...revisions, ...others].map((item) => item && "contentDigest" in item && item.contentDigest),
  );
  return parts.filter(({ sk }) => !named.has(sk.split("#", 1)[0] ?? ""));
};
