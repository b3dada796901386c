import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { readStoredFile } from "./disk-format.ts";
import type { FileKey } from "./file-key.ts";
import { FileStoreError } from "./file-store-error.ts";
import type { ByteRange, FileContent } from "./files.ts";
import { unlessMissing } from "./whole-files.ts";

/** Ends the name of every file but of no folder, so that a folder `a` and a file `a` can coexist. */
export const fileMark = "=";

/** A segment as a file name: unique even where case and accents are ignored; at most 200 characters. */
export const nameOf = (segment: string): string => {
  const name = segment.replace(/[^a-z0-9._-]/gu, (character) =>
    Buffer.from(character).toString("hex").replace(/../g, "%$&"),
  );
  if (name.length <= 200) return name;
  return `${name.slice(0, 150)}~${createHash("sha256").update(segment).digest("hex").slice(0, 40)}`;
};

export const objectsIn = (folder: string): string => join(resolve(folder), "objects");

/** The folder of the files below a key. */
export const folderPathIn = (folder: string, key: FileKey): string =>
  join(objectsIn(folder), ...key.split("/").map(nameOf));

export const pathIn = (folder: string, key: FileKey): string => `${folderPathIn(folder, key)}${fileMark}`;

/** Opens a file for reading; `undefined` if there is none. */
export const openUnlessMissing = (path: string): Promise<FileHandle | undefined> =>
  open(path).catch(unlessMissing);

/** Content of a file, or a range of it; `undefined` if there is none. Throws `range_outside_file`. */
export const readFromDisk = async (
  folder: string,
  key: FileKey,
  range?: ByteRange,
): Promise<FileContent | undefined> => {
  const path = pathIn(folder, key);
  const handle = await openUnlessMissing(path);
  return handle && contentOf(handle, path, key, range);
};

const contentOf = async (
  handle: FileHandle,
  path: string,
  key: FileKey,
  range: ByteRange | undefined,
): Promise<FileContent> => {
  try {
    const stored = { ...(await readStoredFile(handle, path)), key };
    const first = range?.first ?? 0;
    if (range && first >= stored.sizeBytes) {
      throw new FileStoreError("range_outside_file", `${stored.key} ends before byte ${first}`);
    }
    const last = Math.min(range?.last ?? Number.POSITIVE_INFINITY, stored.sizeBytes - 1);
    if (stored.sizeBytes > 0) {
      return {
        ...stored,
        body: handle.createReadStream({ start: first, end: last }),
        bodyBytes: last - first + 1,
      };
    }
    await handle.close();
    return { ...stored, body: Readable.from([]), bodyBytes: 0 };
  } catch (error) {
    await handle.close();
    throw error;
  }
};
