import { inflateRawSync } from "node:zlib";
import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { type BeingEdited, beingEditedMs, type WorkingCopy, workingCopyMs } from "#lib/pages/working-copy.ts";
import { equal, isNew, type Write, type WriteCondition } from "#lib/store/port/table-store.ts";
import { partsOf } from "./content.ts";
import { deflated } from "./deflated.ts";
import { getItem, getItems, putItem, queryItems } from "./items.ts";
import { retryUntilWhole } from "./retry-until-whole.ts";
import type { StoredItems } from "./stored-items.ts";
import { keys, padded } from "./table.ts";

type Item = StoredItems["workingCopy"];

/** The place of a user's working copy of a page, and what is there. */
export interface StoredCopy {
  readonly pageId: number;
  readonly userId: number;
  /** Also of a copy that has ended: its version is not used again. */
  readonly item: Item | undefined;
  /** Undefined if there is no copy. */
  readonly current: (Item & { readonly copy: CopyHead }) | undefined;
}

type CopyHead = NonNullable<Item["copy"]>;

/** A user's working copy of a page, without its fields. One request. */
export const readWorkingCopy = async (pageId: number, userId: number): Promise<StoredCopy> => {
  const item = await getItem(keys.workingCopy(pageId, userId));
  const copy = item?.copy;
  const isThere = copy && Date.parse(copy.updatedAt) + workingCopyMs > clock.nowMs();
  return { pageId, userId, item, current: isThere ? { ...item, copy } : undefined };
};

/**
 * The working copy with its fields, or the one that has taken its place; undefined without one. No request,
 * or for one with parts a request for these.
 */
export const wholeWorkingCopy = (read: StoredCopy): Promise<WorkingCopy | undefined> => {
  let stored: StoredCopy | undefined = read;
  const found = retryUntilWhole(async () => {
    const { current } = stored ?? (await readWorkingCopy(read.pageId, read.userId));
    stored = undefined;
    if (!current) return "none";
    const fields = await workingCopyFields(current);
    return fields && { version: current.version, ...current.copy, fields };
  });
  return found.then((copy) => (copy === "none" ? undefined : copy));
};

/** Undefined if the copy has ended, or was replaced after its item was read, so that its parts are gone. */
export const workingCopyFields = async (item: Item): Promise<WorkingCopy["fields"] | undefined> => {
  const parts = item.parts === undefined ? [item.fields] : await readParts(item);
  const bytes = parts.filter((part) => part !== undefined);
  if (bytes.length < parts.length) return undefined;
  return JSON.parse(inflateRawSync(Buffer.concat(bytes)).toString()) as WorkingCopy["fields"];
};

const readParts = async (item: Item) => (await getItems(partKeys(item))).map((part) => part?.bytes);

const partKeys = ({ pageId, userId, version, parts = 0 }: Item) =>
  Array.from({ length: parts }, (_, index) => keys.workingCopyPart(pageId, userId, version, index));

type Deletion = Extract<Write, { readonly delete: unknown }>;

/** A working copy as a client sends it. */
export type NewCopy = Pick<WorkingCopy, "baseRevisionId" | "fields" | "client">;

const secondsOf = (ms: number): number => Math.ceil(ms / 1000);

/**
 * Puts a working copy in the place of what was read, if that is unchanged. Its version is the time, in
 * milliseconds, or the next number where that is not above the last version. So versions do not repeat either
 * when nothing is left of the copies before.
 */
export const putWorkingCopy = (
  read: StoredCopy,
  { fields, ...sent }: NewCopy,
): { readonly copy: WorkingCopy; readonly writes: readonly Write[] } => {
  const { pageId, userId, item } = read;
  const nowMs = clock.nowMs();
  const version = Math.max((item?.version ?? 0) + 1, nowMs);
  const copy = { ...sent, updatedAt: new Date(nowMs).toISOString() };
  const expiry = { expires_at: secondsOf(nowMs + workingCopyMs) };
  const parts = partsOf(deflated(JSON.stringify(fields)));
  const next: Item = {
    ...{ pageId, userId, version, copy },
    ...(parts.length === 1 ? { fields: certain(parts[0]) } : { parts: parts.length }),
    ...expiry,
  };
  const mark = putItem(keys.beingEdited(copy.updatedAt, pageId, userId), {
    ...{ pageId, userId },
    expires_at: secondsOf(nowMs + beingEditedMs),
  });
  // Of two in one millisecond, the second has the mark of the first.
  const isOther = ({ delete: { sk } }: Deletion) => sk !== mark.put.sk;
  return {
    copy: { version, ...copy, fields },
    writes: [
      putItem(keys.workingCopy(pageId, userId), next, asRead(read)),
      ...partKeys(next).map((key, index) => putItem(key, { bytes: certain(parts[index]), ...expiry })),
      ...remainsOf(item, nowMs).filter(isOther),
      mark,
    ],
  };
};

/** Ends a working copy that was read, if it is unchanged. Its version stays as long as it might have. */
export const endWorkingCopy = (read: StoredCopy): Write[] => {
  const { pageId, userId, item } = read;
  if (!item) return [];
  const nowMs = clock.nowMs();
  const expires_at = secondsOf(Math.max(nowMs, item.version) + workingCopyMs);
  const ended: Item = { pageId, userId, version: item.version, expires_at };
  return [putItem(keys.workingCopy(pageId, userId), ended, asRead(read)), ...remainsOf(item, nowMs)];
};

/** Removes all that is stored of a user's working copy, if it is as it was read. */
export const eraseWorkingCopy = (read: StoredCopy): Write[] => {
  const { pageId, userId, item } = read;
  if (!item) return [];
  return [
    { delete: keys.workingCopy(pageId, userId), if: asRead(read) },
    ...remainsOf(item, Number.NEGATIVE_INFINITY),
  ];
};

const asRead = ({ item }: StoredCopy): WriteCondition => (item ? equal("version", item.version) : isNew);

/** Deletes what belongs to a copy beside its item: its parts, and its mark while that is shown. */
const remainsOf = (item: Item | undefined, nowMs: number): Deletion[] => {
  if (!item?.copy) return [];
  const { pageId, userId, copy } = item;
  const isShown = Date.parse(copy.updatedAt) + beingEditedMs > nowMs;
  const mark = isShown ? [keys.beingEdited(copy.updatedAt, pageId, userId)] : [];
  return [...partKeys(item), ...mark].map((key) => ({ delete: key }));
};

/**
 * Who has written working copies in the last ten minutes, the newest first, on all pages. One request per
 * megabyte: some ten thousand copies.
 */
export const readBeingEdited = async (): Promise<BeingEdited[]> => {
  const { pk } = keys.beingEdited(clock.now(), 0, 0);
  // Only what is younger: a time alone sorts before the keys that begin with it.
  const after = padded(clock.nowMs() - beingEditedMs + 1);
  const marks = await queryItems({ pk, after, backwards: true });
  return marks.map(({ sk, pageId, userId }) => ({
    ...{ pageId, userId },
    updatedAt: new Date(Number(sk.split("#", 1)[0])).toISOString(),
  }));
};
