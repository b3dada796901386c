import { createHash } from "node:crypto";
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
import { dirname, join, relative, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { clock } from "#lib/clock.ts";
import {
  type ByteRange,
  type FileBody,
  type FileContent,
  type FileKey,
  FileStoreError,
  type Files,
  fileKey,
  type ListedFile,
  type StoredFile,
  type WrittenFile,
} from "./files.ts";
import { moveOver, placeUnlessTaken, syncFolder, unlessMissing, withDraft } from "./files-disk-folders.ts";
import { appendFooter, readStoredFile } from "./files-disk-format.ts";
import { type DiskUploads, diskUploads } from "./files-disk-parts.ts";
import { type FilePermit, type SigningOptions, signedUrl } from "./files-signature.ts";

/** Where the files are, and how the addresses of presigned requests are made. */
export interface DiskFilesOptions extends SigningOptions {
  /** A folder that nothing else writes to; made when it is missing. */
  readonly folder: string;
}

/** A file store on disk, which receives what is sent by its presigned requests itself. */
export interface DiskFiles extends Files {
  readonly uploads: DiskUploads;
}

/**
 * Opens a file store in a folder of this machine.
 *
 * Files lie below `objects` under names that no file system mistakes for one another; what arrives in parts lies below
 * `uploads`, and what is being written below `incoming`, to be cleared away a day after a crash left it there. Presigned requests go to the gateway's address,
 * where `verifySignedUrl` tells what they permit.
 */
export const openDiskFiles = async ({ folder, ...signing }: DiskFilesOptions): Promise<DiskFiles> => {
  const objects = join(resolve(folder), "objects");
  const incoming = join(resolve(folder), "incoming");
  const uploads = join(resolve(folder), "uploads");
  for (const each of [objects, incoming, uploads]) await mkdir(each, { recursive: true });
  await clearAbandoned(incoming);

  const folderPathOf = (key: FileKey): string => join(objects, ...key.split("/").map(nameOf));
  const pathOf = (key: FileKey): string => `${folderPathOf(key)}${fileMark}`;

  const signed = async (permit: Omit<FilePermit, "expiresAt">, expiresSeconds: number) => {
    const expiresAt = Math.floor(clock.nowMs() / 1000) + expiresSeconds;
    return signedUrl({ ...permit, expiresAt }, signing);
  };

  return {
    put: (key, body, contentType) =>
      withDraft(incoming, async (draft) => {
        const written = await writeDraft(draft, key, body, contentType);
        await moveOver(draft, pathOf(key));
        return written;
      }),

    putIfAbsent: (key, body, contentType) =>
      withDraft(incoming, async (draft) => {
        const written = await writeDraft(draft, key, body, contentType);
        return (await placeUnlessTaken(draft, pathOf(key))) ? written : undefined;
      }),

    get: async (key, range) => {
      const path = pathOf(key);
      const handle = await openUnlessMissing(path);
      return handle && contentOf(handle, path, key, range);
    },

    withPath: async (key, use) => {
      const path = pathOf(key);
      const stored = await storedFileAt(path, key);
      return stored && use({ path, sizeBytes: stored.sizeBytes });
    },

    head: (key) => storedFileAt(pathOf(key), key),

    delete: async (key) => {
      const path = pathOf(key);
      await rm(path, { force: true });
      await syncFolder(dirname(path)).catch(unlessMissing);
    },

    list: (folder) => listFiles(objects, folder === undefined ? objects : folderPathOf(folder)),

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

/** Ends the name of every file; no segment's name holds it, so a folder `a` and a file `a` get along. */
const fileMark = "=";

/** A segment as a name that differs from all others even where case and accents do not count; at most 200 characters. */
const nameOf = (segment: string): string => {
  const name = segment.replace(/[^a-z0-9._-]/gu, (character) =>
    Buffer.from(character).toString("hex").replace(/../g, "%$&"),
  );
  if (name.length <= 200) return name;
  return `${name.slice(0, 150)}~${createHash("sha256").update(segment).digest("hex").slice(0, 40)}`;
};

/** True of a segment whose name says all of it. */
const isSpelledOut = (name: string): boolean => !name.includes("~");

/** The key that a path's names spell; undefined where one of them is too long for that. */
const keyAt = (objects: string, path: string): FileKey | undefined => {
  const names = relative(objects, path).slice(0, -fileMark.length).split(sep);
  return names.every(isSpelledOut) ? fileKey(names.map(decodeURIComponent).join("/")) : undefined;
};

const writeDraft = async (
  draft: string,
  key: FileKey,
  body: FileBody,
  contentType: string,
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
  await appendFooter(handle, { key, contentType, etag });
  await handle.sync();
  return { key, sizeBytes, etag };
};

/** Makes a draft that is the file at a path under another key; `false` when there is no file. */
const linkOrCopy = async (path: string, draft: string, key: FileKey): Promise<boolean> => {
  // Files are never changed in place, so two keys may share one, as long as the second's path says what it is.
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

/** What file systems say that have no links, or no more for this file. */
const cannotLink = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV", "EMLINK"];

const copyToDraft = async (path: string, draft: string, key: FileKey): Promise<boolean> => {
  // Shares its blocks where the file system can.
  const copied = await copyFile(path, draft, constants.COPYFILE_FICLONE).then(() => true, unlessMissing);
  if (!copied) return false;
  await using handle = await open(draft, "a+");
  const stored = await readStoredFile(handle, path);
  await handle.truncate(stored.sizeBytes);
  await appendFooter(handle, { ...stored, key });
  await handle.sync();
  return true;
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

const storedFileAt = async (path: string, key: FileKey | undefined): Promise<StoredFile | undefined> => {
  await using handle = await openUnlessMissing(path);
  const stored = handle && (await readStoredFile(handle, path));
  return stored && { ...stored, key: key ?? stored.key };
};

async function* listFiles(objects: string, folder: string): AsyncGenerator<ListedFile> {
  const entries = await opendir(folder).catch(unlessMissing);
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listFiles(objects, path);
    // What a desktop leaves in folders that somebody looked at is not one of ours.
    const isOurs = entry.isFile() && entry.name.endsWith(fileMark);
    const file = isOurs ? await storedFileAt(path, keyAt(objects, path)) : undefined;
    if (file) yield file;
  }
}

const openUnlessMissing = (path: string): Promise<FileHandle | undefined> => open(path).catch(unlessMissing);

const abandonedAfterMs = 24 * 60 * 60 * 1000;

const clearAbandoned = async (incoming: string): Promise<void> => {
  for (const name of await readdir(incoming)) {
    const draft = join(incoming, name);
    const found = await stat(draft).catch(unlessMissing);
    if (found && clock.nowMs() - found.mtimeMs > abandonedAfterMs)
      await rm(draft, { force: true, recursive: true });
  }
};
