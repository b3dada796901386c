import { randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { lockHolder, takeLock } from "#local/data-directory/lock.ts";
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
 * Opens a data directory for this process alone; an absent or empty one is made into one, readable by its owner only.
 *
 * What a crash left behind is no obstacle. Refused with a {@link PlainError}: a directory in use, one that holds
 * other things, one in another format, and one that cannot be read or written.
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
 * Changes nothing. The engine's address is `undefined` while the service starts, and where it uses an engine of others.
 * Refused with a {@link PlainError}: a path that cannot be read.
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
  const filesFolder = filesFolderIn(folder);
  await mkdir(filesFolder, { recursive: true });
  const signingKey = await keptLine(folder, "signing-key", randomBytes(32).toString("hex"));
  return {
    path: folder,
    databaseFile: join(folder, "database.sqlite"),
    filesFolder,
    engineDescription: engineDescriptionIn(folder),
    signingKey: Buffer.from(signingKey, "hex"),
    close: lock.release,
  };
};

/** Where the data directory at a path keeps files, whoever uses it. */
export const filesFolderIn = (path: string = defaultDataDirectory): string => join(resolve(path), "files");

const engineDescriptionIn = (folder: string): string => join(folder, "engine.json");

/** What this version writes into the file `format` of a new directory, and the only thing it accepts there. */
const dataFormat = "1";

const acceptFormat = async (folder: string): Promise<void> => {
  const names = await readdir(folder);
  if (!names.includes("format") && names.some((name) => !name.startsWith("format"))) {
    throw new PlainError(
      `${folder} holds things that are not Lectern's; choose another directory with --data.`,
    );
  }
  const format = await keptLine(folder, "format", dataFormat);
  if (format === dataFormat) return;
  throw new PlainError(
    `${folder} is in data format ${format}, and this version of Lectern reads format ${dataFormat}; use the version that wrote it, or choose another with --data.`,
  );
};

/** The line that a file of the folder holds; where there is none yet, the first who offers one decides it for good. */
const keptLine = async (folder: string, name: string, offer: string): Promise<string> => {
  const file = join(folder, name);
  const draft = join(folder, `${name}-draft.${randomUUID()}`);
  const isMissing = (await readFile(file).catch(() => undefined)) === undefined;
  if (isMissing) {
    await writeFile(draft, `${offer}\n`, { mode: 0o600, flush: true });
    await link(draft, file).catch(() => undefined);
    await rm(draft);
  }
  return (await readFile(file, "utf8")).trim();
};
