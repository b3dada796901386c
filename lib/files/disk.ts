import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import {
  constants,
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  readdir,
  rm,
  stat,
} from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { clock } from "#lib/clock.ts";
import { partBytesFor } from "#lib/media/upload.ts";
import {
  fileMark,
  folderPathIn,
  nameOf,
  objectsIn,
  openUnlessMissing,
  pathIn,
  readFromDisk,
} from "./disk-content.ts";
import { appendFooter, readStoredFile } from "./disk-format.ts";
import { type DiskUploads, diskUploads } from "./disk-parts.ts";
import { type FileKey, fileKey } from "./file-key.ts";
import { checkMetadata } from "./file-metadata.ts";
import { FileStoreError } from "./file-store-error.ts";
import type { FileBody, Files, ListedFile, StoredFile, WrittenFile } from "./files.ts";
import { checksumOfParts } from "./part-checksum.ts";
import { type FilePermit, type SigningOptions, signedUrl } from "./signature.ts";
import {
  moveOver,
  moveOverIf,
  placeUnlessTaken,
  removeFile,
  unlessMissing,
  withDraft,
} from "./whole-files.ts";

export interface DiskFilesOptions extends SigningOptions {
  /** A folder that nothing else writes to; created if missing. */
  readonly folder: string;
}

export interface DiskFiles extends Files {
  readonly uploads: DiskUploads;
}

/**
 * Opens a file store in a folder of this machine.
 *
 * Files are below `objects`, under names that stay different on every file system; parts are below `uploads`;
 * drafts are below `incoming`, and are removed a day after a crash. Presigned URLs lead to the gateway, where
 * `verifySignedUrl` checks them.
 */
export const openDiskFiles = async ({ folder, ...signing }: DiskFilesOptions): Promise<DiskFiles> => {
  const objects = objectsIn(folder);
  const incoming = join(resolve(folder), "incoming");
  const uploads = join(resolve(folder), "uploads");
  for (const each of [objects, incoming, uploads]) await mkdir(each, { recursive: true, mode: 0o700 });
  await clearAbandoned(incoming);

  const pathOf = (key: FileKey): string => pathIn(folder, key);

  const intact = untilWritten(isIntactAt);
  const storedAt = untilWritten((path) => storedFileAt(path, keyAt(objects, path)));

  const signed = async (permit: Omit<FilePermit, "expiresAt">, expiresSeconds: number) => {
    const expiresAt = Math.floor(clock.nowMs() / 1000) + expiresSeconds;
    return signedUrl({ ...permit, expiresAt }, signing);
  };

  return {
    put: (key, body, contentType) =>
      withDraft(incoming, async (draft) => {
        const written = await writeDraft(draft, body, { key, contentType });
        await moveOver(draft, pathOf(key));
        return written;
      }),

    putIfAbsent: (key, body, contentType) =>
      withDraft(incoming, async (draft) => {
        const written = await writeDraft(draft, body, { key, contentType });
        return (await placeUnlessTaken(draft, pathOf(key))) ? written : undefined;
      }),

    putIfMatch: (key, body, described, etag) =>
      withDraft(incoming, async (draft) => {
        checkMetadata(described.metadata);
        const written = await writeDraft(draft, body, { key, ...described });
        const path = pathOf(key);
        const isPlaced = await (etag === null
          ? placeUnlessTaken(draft, path)
          : moveOverIf(draft, path, async () => (await etagAt(path)) === etag));
        return isPlaced ? written : undefined;
      }),

    get: (key, range) => readFromDisk(folder, key, range),

    withPath: async (key, use) => {
      const path = pathOf(key);
      const stored = await storedFileAt(path, key);
      return stored && use({ path, sizeBytes: stored.sizeBytes });
    },

    head: (key) => storedFileAt(pathOf(key), key),

    isIntact: async (key) => (await intact(pathOf(key))) ?? false,

    delete: async (key) => {
      await removeFile(pathOf(key));
    },

    deleteIfMatch: (key, etag) => {
      const path = pathOf(key);
      return removeFile(path, async () => [undefined, etag].includes(await etagAt(path)));
    },

    list: (below) =>
      listFiles(below === undefined ? objects : folderPathIn(folder, below), { objects, storedAt }),

    copy: (from, to) =>
      withDraft(incoming, async (draft) => {
        const isThere = await linkOrCopy(pathOf(from), draft, to);
        if (isThere) await moveOver(draft, pathOf(to));
        return isThere;
      }),

    presignGet: async (key, { method = "GET", expiresSeconds, ...answer }) => ({
      method,
      url: await signed({ method, key, ...answer }, expiresSeconds),
      headers: {},
    }),

    presignPut: async (key, { contentType, sizeBytes, expiresSeconds }) => ({
      method: "PUT",
      url: await signed({ method: "PUT", key, contentType, sizeBytes }, expiresSeconds),
      headers: { "content-type": contentType },
    }),

    uploads: diskUploads({ incoming, folder: uploads, pathOf, signed }),
  };
};

const isSpelledOut = (name: string): boolean => !name.includes("~");

/** The key of a path; undefined if one of its names was shortened. */
const keyAt = (objects: string, path: string): FileKey | undefined => {
  const names = relative(objects, path).slice(0, -fileMark.length).split(sep);
  return names.every(isSpelledOut) ? fileKey(names.map(decodeURIComponent).join("/")) : undefined;
};

const writeDraft = async (
  draft: string,
  body: FileBody,
  described: Pick<StoredFile, "key" | "contentType"> & Partial<Pick<StoredFile, "metadata">>,
): Promise<WrittenFile> => {
  await using handle = await open(draft, "ax", 0o600);
  const digest = createHash("sha256");
  let sizeBytes = 0;
  for await (const piece of body instanceof Uint8Array ? [body] : body) {
    digest.update(piece);
    sizeBytes += piece.length;
    await handle.appendFile(piece);
  }
  const etag = `"${digest.digest("hex")}"`;
  await appendFooter(handle, { ...described, etag });
  await handle.sync();
  return { key: described.key, sizeBytes, etag };
};

/** Makes a draft of the file at `path` for another key; `false` if there is no file. */
const linkOrCopy = async (path: string, draft: string, key: FileKey): Promise<boolean> => {
  // Files never change in place, so two keys may share one, if the key can be read from the second path.
  if (!key.split("/").every((segment) => isSpelledOut(nameOf(segment)))) return copyToDraft(path, draft, key);
  try {
    await link(path, draft);
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return false;
    if (!cannotLink.includes(code)) throw error;
    return copyToDraft(path, draft, key);
  }
};

/** Errors of file systems without links, or with no more links for this file. */
const cannotLink = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV", "EMLINK"];

const copyToDraft = async (path: string, draft: string, key: FileKey): Promise<boolean> => {
  // Shares blocks if the file system can.
  const copied = await copyFile(path, draft, constants.COPYFILE_FICLONE).then(() => true, unlessMissing);
  if (!copied) return false;
  await using handle = await open(draft, "a+");
  const stored = await readStoredFile(handle, path);
  await handle.truncate(stored.sizeBytes);
  await appendFooter(handle, { ...stored, key });
  await handle.sync();
  return true;
};

const storedFileAt = async (path: string, key: FileKey | undefined): Promise<StoredFile | undefined> => {
  await using handle = await openUnlessMissing(path);
  const stored = handle && (await readStoredFile(handle, path));
  return stored && { ...stored, key: key ?? stored.key };
};

const etagAt = async (path: string): Promise<string | undefined> =>
  (await storedFileAt(path, undefined))?.etag;

const isIntactAt = async (path: string): Promise<boolean> => {
  await using handle = await openUnlessMissing(path);
  try {
    return handle !== undefined && (await contentMatches(handle, await readStoredFile(handle, path)));
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
};

const isDamage = (error: unknown): boolean => error instanceof FileStoreError && error.code === "damaged";

/** The file as far as the name and size of a damaged one tell. */
const damagedFileAt = async (path: string, key: FileKey | undefined): Promise<ListedFile | undefined> => {
  const stats = key && (await stat(path).catch(unlessMissing));
  return stats && { key, sizeBytes: stats.size, etag: "", lastModified: stats.mtime };
};

interface Listing {
  readonly objects: string;
  readonly storedAt: (path: string) => Promise<StoredFile | undefined>;
}

async function* listFiles(folder: string, listing: Listing): AsyncGenerator<ListedFile> {
  const entries = await opendir(folder).catch(unlessMissing);
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listFiles(path, listing);
    // Files that desktops leave in folders are not ours.
    const isOurs = entry.isFile() && entry.name.endsWith(fileMark);
    if (!isOurs) continue;
    const file = await listing.storedAt(path).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      return damagedFileAt(path, keyAt(listing.objects, path));
    });
    if (file) yield file;
  }
}

const draftRetentionMs = 24 * 60 * 60 * 1000;

const clearAbandoned = async (incoming: string): Promise<void> => {
  for (const name of await readdir(incoming)) {
    const draft = join(incoming, name);
    const found = await stat(draft).catch(unlessMissing);
    if (found && clock.nowMs() - found.mtimeMs > draftRetentionMs)
      await rm(draft, { force: true, recursive: true });
  }
};

/** True if the content has the digest in its ETag. Reads the whole content, a megabyte at a time. */
const contentMatches = async (
  handle: FileHandle,
  { sizeBytes, etag }: Pick<StoredFile, "sizeBytes" | "etag">,
): Promise<boolean> => {
  const [, expected, parts] = /^"([0-9a-f]{64})(?:-(\d+))?"$/.exec(etag) ?? [];
  if (expected === undefined) return false;
  if (parts === undefined) return (await digestOf(handle, 0, sizeBytes)) === expected;
  const digests: { readonly sha256: string }[] = [];
  const partBytes = partBytesFor(sizeBytes);
  for (let start = 0; start < sizeBytes; start += partBytes)
    digests.push({ sha256: await digestOf(handle, start, Math.min(start + partBytes, sizeBytes)) });
  return String(digests.length) === parts && checksumOfParts(digests) === expected;
};

const digestOf = async (handle: FileHandle, start: number, end: number): Promise<string> => {
  const digest = createHash("sha256");
  const buffer = Buffer.alloc(Math.min(1_048_576, end - start));
  for (let at = start; at < end; ) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, end - at), at);
    if (bytesRead === 0) break;
    digest.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  return digest.digest("hex");
};

/** How many are remembered, about a kilobyte each. */
const maxRemembered = 10_000;

/**
 * Finds something out about files, and remembers it of each until the file is written again, which one `stat`
 * tells. Undefined where there is no file; what fails is not remembered.
 */
const untilWritten = <Found>(
  find: (path: string) => Promise<Found>,
): ((path: string) => Promise<Found | undefined>) => {
  const remembered = new Map<string, { readonly written: string; readonly found: Promise<Found> }>();
  return async (path) => {
    // The synchronous call takes 4 µs, from the memory of the file system; another thread would take 40.
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return undefined;
    const written = `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
    const known = remembered.get(path);
    if (known?.written === written) return known.found;
    if (remembered.size >= maxRemembered) remembered.clear();
    const found = find(path);
    remembered.set(path, { written, found });
    found.catch(() => remembered.delete(path));
    return found;
  };
};
