import { createHash, randomUUID } from "node:crypto";
import {
  constants,
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { clock } from "#lib/clock.ts";
import {
  type ByteRange,
  type FileBody,
  type FileContent,
  type FileKey,
  FileStoreError,
  type Files,
  type ListedFile,
  type StoredFile,
  type WrittenFile,
} from "./files.ts";
import { appendFooter, readStoredFile } from "./files-disk-format.ts";
import { type FilePermit, type SigningOptions, signedUrl } from "./files-signature.ts";

/** Where the files are, and how the addresses of presigned requests are made. */
export interface DiskFilesOptions extends SigningOptions {
  /** A folder that nothing else writes to; made when it is missing. */
  readonly folder: string;
}

/**
 * Opens a file store in a folder of this machine.
 *
 * Files lie below `objects` under names that no file system mistakes for one another; what is being written lies below
 * `incoming`, and is cleared away a day after a crash left it there. Presigned requests go to the gateway's address,
 * where `verifySignedUrl` tells what they permit.
 */
export const openDiskFiles = async ({ folder, ...signing }: DiskFilesOptions): Promise<Files> => {
  const objects = join(resolve(folder), "objects");
  const incoming = join(resolve(folder), "incoming");
  await mkdir(objects, { recursive: true });
  await mkdir(incoming, { recursive: true });
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
      return handle && contentOf(handle, path, range);
    },

    withPath: async (key, use) => {
      const path = pathOf(key);
      const stored = await storedFileAt(path);
      return stored && use({ path, sizeBytes: stored.sizeBytes });
    },

    head: (key) => storedFileAt(pathOf(key)),

    delete: async (key) => {
      const path = pathOf(key);
      await rm(path, { force: true });
      await syncFolder(dirname(path)).catch(unlessMissing);
    },

    list: (folder) => listFiles(folder === undefined ? objects : folderPathOf(folder)),

    copy: (from, to) =>
      withDraft(incoming, async (draft) => {
        const isThere = await copyToDraft(pathOf(from), draft, to);
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

const withDraft = async <Result>(
  incoming: string,
  use: (draft: string) => Promise<Result>,
): Promise<Result> => {
  const draft = join(incoming, randomUUID());
  try {
    return await use(draft);
  } finally {
    await rm(draft, { force: true });
  }
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

const copyToDraft = async (path: string, draft: string, key: FileKey): Promise<boolean> => {
  // Files are never changed in place, so the copy is of one moment, and shares its blocks where the file system can.
  const copied = await copyFile(path, draft, constants.COPYFILE_FICLONE).then(() => true, unlessMissing);
  if (!copied) return false;
  await using handle = await open(draft, "a+");
  const stored = await readStoredFile(handle, path);
  await handle.truncate(stored.sizeBytes);
  await appendFooter(handle, { ...stored, key });
  await handle.sync();
  return true;
};

const moveOver = async (draft: string, path: string): Promise<void> => {
  await makeFolder(dirname(path));
  await rename(draft, path);
  await syncFolder(dirname(path));
};

const placeUnlessTaken = async (draft: string, path: string): Promise<boolean> => {
  await makeFolder(dirname(path));
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  await syncFolder(dirname(path));
  return true;
};

const contentOf = async (
  handle: FileHandle,
  path: string,
  range: ByteRange | undefined,
): Promise<FileContent> => {
  try {
    const stored = await readStoredFile(handle, path);
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

const storedFileAt = async (path: string): Promise<StoredFile | undefined> => {
  await using handle = await openUnlessMissing(path);
  return handle && (await readStoredFile(handle, path));
};

async function* listFiles(folder: string): AsyncGenerator<ListedFile> {
  const entries = await opendir(folder).catch(unlessMissing);
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listFiles(path);
    // What a desktop leaves in folders that somebody looked at is not one of ours.
    const file = entry.name.endsWith(fileMark) ? await storedFileAt(path) : undefined;
    if (file) yield file;
  }
}

const openUnlessMissing = (path: string): Promise<FileHandle | undefined> => open(path).catch(unlessMissing);

/** Makes a folder with those above it, for good: each name is on disk when the call returns. */
const makeFolder = async (folder: string): Promise<void> => {
  const topmost = await mkdir(folder, { recursive: true });
  if (topmost === undefined) return;
  for (let made = folder; made.length >= topmost.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
};

const syncFolder = async (folder: string): Promise<void> => {
  // Windows opens no folders, and keeps their names safe by itself.
  if (process.platform === "win32") return;
  await using handle = await open(folder);
  await handle.sync();
};

const abandonedAfterMs = 24 * 60 * 60 * 1000;

const clearAbandoned = async (incoming: string): Promise<void> => {
  for (const name of await readdir(incoming)) {
    const draft = join(incoming, name);
    const found = await stat(draft).catch(unlessMissing);
    if (found && clock.nowMs() - found.mtimeMs > abandonedAfterMs) await rm(draft, { force: true });
  }
};

const unlessMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT") throw error;
};
