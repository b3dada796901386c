import { createReadStream, type Dirent } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod/mini";
import { linesOf } from "#cli/lines.ts";
import { certain } from "#lib/certain.ts";
import { unlessMissing } from "#lib/files/whole-files.ts";
import { closeToOthers } from "#local/data-directory/close-to-others.ts";
import { clearDrafts, isDraft } from "#local/data-directory/kept-file.ts";
import { takeLock } from "#local/data-directory/lock.ts";
import { PlainError } from "#local/plain-error.ts";
import { plainFileFault } from "./plain-file.ts";

/**
 * A backup is a folder:
 *
 * - `SHA256SUMS` names every other file with its checksum, as `sha256sum -c` reads it. It is replaced last,
 *   in one step: until then, the folder is the backup that it was.
 * - `data-…` has a file of items per kind, `files.jsonl` with the files of media, and `backup.json`, which
 *   counts both. Its name has a digest of the content.
 * - `media` has each of these files once, under its checksum.
 * - `incoming` exists while a backup is made.
 */
export const sumsIn = (folder: string): string => join(folder, "SHA256SUMS");
export const incomingIn = (folder: string): string => join(folder, "incoming");

/** Relative to the folder, with slashes, as in `SHA256SUMS`. */
export const mediaPath = (sha256: string): string => `media/${sha256.slice(0, 2)}/${sha256}`;

export const dataFolderPattern = /^data-[0-9a-f]{12}$/;

/** The format that this version writes and reads. */
export const backupFormat = 1;

/** A file of a media object. `sha256` is null if the file was missing or damaged when it was backed up. */
export interface FileEntry {
  readonly key: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string | null;
}

/** A line of `SHA256SUMS`. */
export interface Sum {
  readonly sha256: string;
  readonly path: string;
}

/**
 * The lines of the sums, with a checksum for each path; all data are in one folder. Throws a
 * {@link PlainError} if the folder has none, or one of another form.
 */
export async function* readSums(folder: string): AsyncGenerator<Sum> {
  if ((await plainFileFault(folder, "SHA256SUMS")) !== undefined) throw noBackup(folder);
  const paths = new Set<string>();
  let data: string | undefined;
  for await (const line of linesInBackup(sumsIn(folder))) {
    const [, sha256 = "", path = ""] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? [];
    const [, dataFolder] = /^(data-[0-9a-f]{12})\/(?:[A-Za-z]+\.jsonl|backup\.json)$/.exec(path) ?? [];
    data ??= dataFolder;
    const isInPlace = dataFolder === undefined ? path === mediaPath(sha256) : dataFolder === data;
    if (!isInPlace || paths.has(path))
      throw new PlainError(`${sumsIn(folder)} is damaged; use another copy of this backup.`);
    paths.add(path);
    yield { sha256, path };
  }
}

const noBackup = (folder: string): PlainError =>
  new PlainError(`${folder} is no backup: it has no file SHA256SUMS.`);

/** The lines of a file. Not Node's, which end at U+2028, too. */
export const linesInBackup = (file: string): AsyncIterable<string> => linesOf(createReadStream(file));

/** The folder with the data of a backup, relative to it. */
const dataFolderIn = async (folder: string): Promise<string> => {
  for await (const { path } of readSums(folder))
    if (path.startsWith("data-")) return certain(path.split("/")[0]);
  throw new PlainError(`${sumsIn(folder)} names no data; use another copy of this backup.`);
};

const entryShape = z.object({
  key: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  sha256: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
});

/** The files of media that a backup has, or lacks, by key. */
export async function* readEntries(folder: string): AsyncGenerator<FileEntry> {
  const name = `${await dataFolderIn(folder)}/files.jsonl`;
  const file = join(folder, name);
  const fault = await plainFileFault(folder, name);
  if (fault !== undefined) throw new PlainError(`${file} ${fault}; use another copy of this backup.`);
  for await (const line of linesInBackup(file))
    yield readDataLine(file, line, (text) => entryShape.parse(JSON.parse(text)));
}

/** Reads a line of a backup. Throws a {@link PlainError} for one that `read` refuses. */
export const readDataLine = <Read>(file: string, line: string, read: (line: string) => Read): Read => {
  try {
    return read(line);
  } catch (cause) {
    throw new PlainError(`${file} has a line of another form; use another copy of this backup.`, { cause });
  }
};

/** Opens a folder for this process alone, to write a backup to it: a new one, or one over an earlier one. */
export const openBackupFolder = async (
  path: string,
): Promise<AsyncDisposable & { readonly folder: string }> => {
  const folder = resolve(path);
  const lock = await openFolder(folder).catch((error: Error) => {
    if (error instanceof PlainError) throw error;
    throw notWritten(folder, error);
  });
  return { folder, [Symbol.asyncDispose]: lock.release };
};

/** The error for one of the file system, such as a full disk. */
export const notWritten = (folder: string, error: Error): PlainError =>
  new PlainError(`${folder} cannot be written (${error.message}); make room, or choose another folder.`, {
    cause: error,
  });

const openFolder = async (folder: string) => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [foreign] = [...(await foreignIn(folder)), ...(await foreignIn(folder, "media"))];
  if (foreign !== undefined)
    throw new PlainError(`${folder} has other files than a backup's (${foreign}); choose another folder.`);
  const lock = await takeLock(folder);
  if ("pid" in lock)
    throw new PlainError(`${folder} is in use by process ${lock.pid}; wait until that has ended.`);
  await closeToOthers(folder);
  await clearDrafts(folder);
  return lock;
};

/** Names that no backup has, and links, behind which files would be replaced and removed. */
const foreignIn = async (folder: string, below = ""): Promise<string[]> => {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(unlessMissing);
  const foreign = (entries ?? []).filter((entry) =>
    below === "" ? !isOurs(entry) : !(entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)),
  );
  return foreign.map(({ name }) => join(below, name));
};

const isOurs = (entry: Dirent): boolean => {
  const { name } = entry;
  if (["incoming", "media"].includes(name) || dataFolderPattern.test(name)) return entry.isDirectory();
  return entry.isFile() && (name === "SHA256SUMS" || /^lock\.\d+$/.test(name) || isDraft(name));
};
