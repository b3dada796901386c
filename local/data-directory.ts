import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fullTextFileBeside } from "#lib/settings/catalog.ts";
import { closeToOthers } from "#local/data-directory/close-to-others.ts";
import {
  clearDrafts,
  createFile,
  isDraft,
  readIfThere,
  replaceFile,
} from "#local/data-directory/kept-file.ts";
import { lockHolder, takeLock } from "#local/data-directory/lock.ts";
import { purposeFile } from "#local/data-directory/purpose.ts";
import { dataFormat, engineFileIn, isThere, tableFileIn } from "#local/data-directory/table-file.ts";
import { fileState } from "#local/database/file-state.ts";
import { PlainError } from "./plain-error.ts";

/** The default data directory, below the working directory. */
export const defaultDataDirectory = ".lectern";

/** A data directory that only this process uses until it closes it. Paths are absolute. */
export interface DataDirectory {
  readonly path: string;
  /** SQLite keeps its log beside it. */
  readonly databaseFile: string;
  /** The folder of the file store, which alone writes there. */
  readonly filesFolder: string;
  /** 32 random bytes that never change: the key for signed addresses. */
  readonly signingKey: Buffer;
  readonly close: () => Promise<void>;
}

/** The process that uses a data directory. */
export interface RunningService {
  readonly pid: number;
  /** Undefined while the service starts, and if an engine has its table. */
  readonly databaseFile: string | undefined;
}

/**
 * Opens a data directory for this process alone. Creates it if it is absent or empty, readable by its owner
 * only. A directory left by a crash is fine. Throws a {@link PlainError} for a directory that is in use,
 * holds other files, has another format or a damaged file, or cannot be closed to others.
 */
export const openDataDirectory = async (path: string = defaultDataDirectory): Promise<DataDirectory> => {
  const folder = resolve(path);
  return openFolder(folder).catch(refuse(folder));
};

/** True if the directory was opened before. Changes nothing. */
export const holdsData = async (path: string): Promise<boolean> =>
  (await readdir(resolve(path)).catch((): string[] => [])).includes("format");

/**
 * The service that runs on a data directory, if any. Changes nothing. Throws a {@link PlainError} if its
 * database is gone, or if it is of a release that has its table in an engine.
 */
export const findRunningService = async (
  path: string = defaultDataDirectory,
): Promise<RunningService | undefined> => {
  const folder = resolve(path);
  const holder = await lockHolder(folder).catch(refuse(folder));
  if (!holder) return undefined;
  const databaseFile = tableFileIn(folder);
  const used = (await readIfThere(usedFileIn(folder)).catch(refuse(folder)))?.trim();
  if (used === undefined) {
    if (await isThere(engineFileIn(folder))) await refuseFormerService(folder, holder.pid);
    return { pid: holder.pid, databaseFile: undefined };
  }
  // A write to another file would be lost.
  if (used !== fileState(databaseFile)?.id)
    throw new PlainError(
      `The database of ${folder} was deleted, moved or replaced while its service (process ${holder.pid}) has it open; do what the alarm in the service's log says.`,
    );
  return { pid: holder.pid, databaseFile };
};

const refuseFormerService = async (folder: string, pid: number): Promise<void> => {
  const { findFormerEngine } = await import("#local/migration/former-engine.ts");
  if (!(await findFormerEngine(engineFileIn(folder)))) return;
  throw new PlainError(
    `The service on ${folder} (process ${pid}) is of an earlier release, which keeps its table in another form; use the command of that release, or end the service and start this version's.`,
  );
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
  await rm(usedFileIn(folder), { force: true });
  // Files that were being written when the last process was killed.
  await rm(join(filesFolder, "incoming"), { recursive: true, force: true });
  await mkdir(filesFolder, { recursive: true, mode: 0o700 });
  return {
    path: folder,
    databaseFile: tableFileIn(folder),
    filesFolder,
    signingKey: await signingKeyIn(folder),
    close: lock.release,
  };
};

export const filesFolderIn = (path: string = defaultDataDirectory): string => join(resolve(path), "files");

/** The catalog file of the service, unless the catalog is in memory. */
export const catalogFileIn = (path: string): string => join(resolve(path), "catalog.db");

/** Names the file that the service of a data directory has open, whatever its name is by now. */
const usedFileIn = (folder: string): string => join(folder, "database-in-use");

/** Says so for other processes of its owner. Without it, none of them uses the database. */
export const tellDatabaseInUse = async ({ path, databaseFile }: DataDirectory): Promise<void> =>
  replaceFile(usedFileIn(path), `${fileState(databaseFile)?.id}\n`);

export const forgetDatabaseInUse = ({ path }: DataDirectory): Promise<void> =>
  rm(usedFileIn(path), { force: true });

/** Removes the catalog and its index of words, which the service makes again. */
export const removeCatalogFiles = async (path: string): Promise<void> => {
  const catalog = catalogFileIn(path);
  for (const file of [catalog, fullTextFileBeside(catalog)]) await rm(file, { force: true });
};

/** The format of earlier releases, which is raised when the database is opened. */
const formerFormat = "1";

const acceptFormat = async (folder: string): Promise<void> => {
  const names = await readdir(folder);
  const isNew = !names.includes("format");
  if (isNew && !names.every((name) => name === purposeFile || isDraft(name))) {
    throw new PlainError(
      `${folder} holds files that are not Lectern's; choose another directory with --data.`,
    );
  }
  // A directory with a format but no purpose was made by an earlier version.
  if (isNew) await createFile(join(folder, purposeFile), "unused\n");
  const format = await keptLine(join(folder, "format"), dataFormat);
  if (format === dataFormat || format === formerFormat) return;
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
    `The file ${file} is damaged: it must hold a key of 64 hexadecimal digits; restore it from a backup, or remove it to get a new key, which makes all addresses signed with the old one invalid.`,
  );
};

/** The line in a file, which is written with the default if it is missing. The first writer decides. */
const keptLine = async (file: string, offer: string): Promise<string> => {
  if ((await readIfThere(file)) === undefined) await createFile(file, `${offer}\n`);
  return (await readFile(file, "utf8")).trim();
};
