import { join } from "node:path";
import { isFileKey } from "#lib/files/file-key.ts";
import { mediaFileNameIn } from "#lib/media/file-key.ts";
import { filesOf, type MediaFile } from "#lib/media/media.ts";
import { isBackedUp, isOfKind, itemKindNames, itemKindOf } from "#lib/store/item-kinds.ts";
import { mediaIn } from "#lib/store/media.ts";
import { itemBytes, maxBytes, requireKey } from "#lib/store/port/require-possible.ts";
import { ImpossibleWrite, type Item } from "#lib/store/port/table-store.ts";
import { itemOfText, textOfItem } from "#lib/store/restoration.ts";
import type { ItemKindName } from "#lib/store/stored-items.ts";
import type { StoredItem } from "#lib/store/table.ts";
import { formatOf, tableFormat } from "#lib/store/table-format.ts";
import { linesInBackup } from "./backup-folder.ts";

export interface CheckedItems {
  /** A sentence for each file with an item that must not be restored. */
  readonly problems: readonly string[];
  /** The files of all media objects, by key. */
  readonly files: ReadonlyMap<string, MediaFile>;
  /** The estimated write units of restoring them: two for each started kilobyte of an item. */
  readonly writeUnits: number;
}

/** The findings so far. */
interface Found {
  readonly files: Map<string, MediaFile>;
  writeUnits: number;
}

/** Reads all items that a restoration would write. `folder` is that of the data, `counts` what it counts. */
export const checkItems = async (
  folder: string,
  counts: Readonly<Partial<Record<ItemKindName, number>>>,
): Promise<CheckedItems> => {
  const problems: string[] = [];
  const found: Found = { files: new Map(), writeUnits: 0 };
  for (const kind of itemKindNames) {
    const count = counts[kind];
    if (count === undefined) continue;
    const name = `${kind}.jsonl`;
    const fault = await faultOf(join(folder, name), kind, count, found);
    if (fault !== undefined) problems.push(`${name} ${fault}.`);
  }
  return { problems, ...found };
};

const faultOf = async (
  file: string,
  kind: ItemKindName,
  count: number,
  found: Found,
): Promise<string | undefined> => {
  let read = 0;
  let before: Item | undefined;
  for await (const line of linesInBackup(file)) {
    read += 1;
    found.writeUnits += 2 * Math.ceil(line.length / 1_024);
    const item = itemIn(line);
    const fault = item ? faultOfItem(item, kind, before) : "no item";
    if (fault !== undefined) return `has ${fault} in line ${read}`;
    before = item;
    if (item && isOfKind("media", item) && !addFiles(item, found.files))
      return `has a media object with files that the service cannot have stored, in line ${read}`;
  }
  return read === count ? undefined : `has ${read} items, and backup.json says ${count}`;
};

/**
 * The item in a line, only if it is exactly as backups write it: then no other reader can see something else
 * in the line.
 */
const itemIn = (line: string): Item | undefined => {
  try {
    const item = itemOfText(line);
    return textOfItem(item) === line ? item : undefined;
  } catch {
    return undefined;
  }
};

const faultOfItem = (item: Item, kind: ItemKindName, before: Item | undefined): string | undefined => {
  if (itemKindOf(item) !== kind || !isBackedUp(kind, item)) return "an item of another kind";
  if (before && compareKeys(before, item) >= 0) return "an item twice, or out of order,";
  if (isOfKind("siteVersion", item) && formatOf(item) > tableFormat) return "the format of a later version";
  return limitFault(item);
};

/** Says why a table would not take an item; undefined if it would. */
const limitFault = (item: Item): string | undefined => {
  const { pk, sk } = item;
  if (isImpossible(() => requireKey({ pk, sk }))) return "a key that is empty or too long";
  if (isImpossible(() => itemBytes(item))) return "a value that the table does not take";
  return itemBytes(item) > maxBytes.item ? "an item that is too large" : undefined;
};

const isImpossible = (check: () => unknown): boolean => {
  try {
    check();
    return false;
  } catch (error) {
    if (error instanceof ImpossibleWrite) return true;
    throw error;
  }
};

const bytesOf = (text: unknown): Buffer => Buffer.from(String(text));

/** Compares keys in the order of the lines. */
const compareKeys = (one: Item, other: Item): number =>
  Buffer.compare(bytesOf(one.pk), bytesOf(other.pk)) || Buffer.compare(bytesOf(one.sk), bytesOf(other.sk));

/** False if the object's files are not as the service names and describes them. */
const addFiles = (item: StoredItem<"media">, files: Map<string, MediaFile>): boolean => {
  try {
    for (const file of filesOf(mediaIn(item))) {
      if (!isStorable(file) || files.has(file.key)) return false;
      files.set(file.key, file);
    }
    return true;
  } catch {
    return false;
  }
};

/** A type goes into headers. */
const isStorable = ({ key, contentType, sizeBytes }: MediaFile): boolean =>
  mediaFileNameIn(key) !== undefined &&
  isFileKey(key) &&
  /^[\x21-\x7e][\x20-\x7e]*$/.test(contentType) &&
  Number.isSafeInteger(sizeBytes) &&
  sizeBytes >= 0;
