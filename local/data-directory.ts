import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { closeToOthers } from "#local/data-directory/close-to-others.ts";
import { clearDrafts, createFile, isDraft, readIfThere } from "#local/data-directory/kept-file.ts";
import { lockHolder, takeLock } from "#local/data-directory/lock.ts";
import { purposeFile } from "#local/data-directory/purpose.ts";
import { readRunningEngine } from "#local/engine/description.ts";
import { PlainError } from "./plain-error.ts";

/** Where a service keeps its data when nothing else is said, below the working directory. */
export const defaultDataDirectory = ".lectern";

/** A data directory that this process alone uses until it closes it. All paths are absolute. */
export interface DataDirectory {
  readonly path: string;
  /** What the database engine keeps, with journal files of its own beside it. */
  readonly databaseFile: string;
  /** What the file store keeps; nothing else writes below it. */
  readonly filesFolder: string;
  /** Says which engine serves the database file while it runs. */
  readonly engineDescription: string;
  /** 32 random bytes, the same for as long as the directory lives: the key for signed addresses. */
  readonly signingKey: Buffer;
  /** Leaves the directory to others. */
  readonly close: () => Promise<void>;
}

/** A service that uses a data directory, and the address of its engine when that runs. */
export interface RunningService {
  readonly pid: number;
  readonly engineEndpoint: string | undefined;
}

/**
 * Opens a data directory for this process alone; an absent or empty one is made into one, readable by its
 * owner only.
 *
 * What a crash left behind is no obstacle. What others could read is closed to them. Refused with a {@link
 * PlainError}: a directory in use, one that holds other things, one in another format, one that cannot be
 * read, written or closed to others, and a damaged file.
 */
export const openDataDirectory = async (path: string = defaultDataDirectory): Promise<DataDirectory> => {
  const folder = resolve(path);
  return openFolder(folder).catch(refuse(folder));
};

/** True of a directory that has been opened before. Changes nothing. */
export const holdsData = async (path: string): Promise<boolean> =>
  (await readdir(resolve(path)).catch((): string[] => [])).includes("format");

/**
 * The service that runs on a data directory, or `undefined` when none does or there is no such directory.
 *
 * Changes nothing. The engine's address is `undefined` while the service starts, and where it uses an engine
 * of others. Refused with a {@link PlainError}: a path that cannot be read.
 */
export const findRunningService = async (
  path: string = defaultDataDirectory,
): Promise<RunningService | undefined> => {
  const folder = resolve(path);
  const holder = await lockHolder(folder).catch(refuse(folder));
  if (!holder) return undefined;
  const engine = await readRunningEngine(engineDescriptionIn(folder));
  return { pid: holder.pid, engineEndpoint: engine?.endpoint };
};

const refuse =
  (folder: string) =>
  (error: Error): never => {
    if (error instanceof PlainError) throw error;
    const message = `${folder} cannot be used for data (${error.message}); choose another with --data.`;
    throw new PlainError(message, { cause: error });
  };

const openFolder = async (folder: string): Promise<DataDirectory> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await acceptFormat(folder);
  const lock = await takeLock(folder);
  if ("pid" in lock) {
    throw new PlainError(
      `${folder} is in use by process ${lock.pid}; stop it or choose another with --data.`,
    );
  }
  await closeToOthers(folder);
  await clearDrafts(folder);
  const filesFolder = filesFolderIn(folder);
  // What was being written when the last process that used the directory was killed.
  await rm(join(filesFolder, "incoming"), { recursive: true, force: true });
  await mkdir(filesFolder, { recursive: true, mode: 0o700 });
  return {
    path: folder,
    databaseFile: join(folder, "database.sqlite"),
    filesFolder,
    engineDescription: engineDescriptionIn(folder),
    signingKey: await signingKeyIn(folder),
    close: lock.release,
  };
};

/** Where the data directory at a path keeps files, whoever uses it. */
export const filesFolderIn = (path: string = defaultDataDirectory): string => join(resolve(path), "files");

/** Where the service of a data directory keeps its catalog, unless that is in memory. */
export const catalogFileIn = (path: string): string => join(resolve(path), "catalog.db");

const engineDescriptionIn = (folder: string): string => join(folder, "engine.json");

/**
 * What this version writes into the file `format` of a new directory, and the only thing it accepts there.
 */
const dataFormat = "1";

const acceptFormat = async (folder: string): Promise<void> => {
  const names = await readdir(folder);
  const isNew = !names.includes("format");
  if (isNew && !names.every((name) => name === purposeFile || isDraft(name))) {
    throw new PlainError(
      `${folder} holds things that are not Lectern's; choose another directory with --data.`,
    );
  }
  // A directory that has a format and no purpose was made by an earlier version.
  if (isNew) await createFile(join(folder, purposeFile), "unused\n");
  const format = await keptLine(join(folder, "format"), dataFormat);
  if (format === dataFormat) return;
  if (!/^\d+$/.test(format)) {
    throw new PlainError(
      `The file ${join(folder, "format")} is damaged; write ${dataFormat} into it if this version of Lectern has used the folder, or choose another with --data.`,
    );
  }
  throw new PlainError(
    `${folder} is in data format ${format}, and this version of Lectern reads format ${dataFormat}; use the version that wrote it, or choose another with --data.`,
  );
};

const signingKeyIn = async (folder: string): Promise<Buffer> => {
  const file = join(folder, "signing-key");
  const key = await keptLine(file, randomBytes(32).toString("hex"));
  if (/^[0-9a-f]{64}$/.test(key)) return Buffer.from(key, "hex");
  throw new PlainError(
    `The file ${file} is damaged: it must hold a key of 64 hexadecimal digits; restore it from a backup, or remove it to get a new key, which ends all addresses that were signed with the old one.`,
  );
};

/** The line that a file holds; where there is none yet, the first who offers one decides it for good. */
const keptLine = async (file: string, offer: string): Promise<string> => {
  if ((await readIfThere(file)) === undefined) await createFile(file, `${offer}\n`);
  return (await readFile(file, "utf8")).trim();
};
