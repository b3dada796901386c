import { access } from "node:fs/promises";
import { join } from "node:path";
import { PlainError } from "#local/plain-error.ts";
import { readIfThere, replaceFile } from "./kept-file.ts";

/** What a data directory is used for. It begins unused; a demo may become a site, but a site never a demo. */
export type Purpose = (typeof purposes)[number];

const purposes = ["unused", "demo", "site"] as const;

/** The file that holds it. Directories of earlier versions have none. */
export const purposeFile = "purpose";

/**
 * What the directory at a path is used for; `undefined` of one that an earlier version made. Refused: a
 * damaged file.
 */
export const readPurpose = async (folder: string): Promise<Purpose | undefined> => {
  const file = join(folder, purposeFile);
  const text = (await readIfThere(file))?.trim();
  if (text === undefined) return undefined;
  const purpose = purposes.find((each) => each === text);
  if (purpose) return purpose;
  throw new PlainError(
    `The file ${file} is damaged; write the word site into it if the folder holds a site of your own, or else the word demo.`,
  );
};

/**
 * Remembers what the directory at a path is used for from now on. Its database has its table before it is a
 * demo or a site.
 */
export const writePurpose = (folder: string, purpose: Purpose): Promise<void> =>
  replaceFile(join(folder, purposeFile), `${purpose}\n`);

/**
 * True of a directory whose database has had its table. Earlier versions left a catalog beside their
 * databases.
 */
export const hadDatabase = async (folder: string): Promise<boolean> => {
  const purpose = await readPurpose(folder);
  return purpose === undefined ? isThere(join(folder, "catalog.db")) : purpose !== "unused";
};

/**
 * Refuses to go on with a directory that had a database and has none: an empty site would take the place of
 * the lost one.
 */
export const requireDatabase = async (folder: string, databaseFile: string): Promise<void> => {
  if (!(await hadDatabase(folder)) || (await isThere(databaseFile))) return;
  throw lostDatabase(folder, `${databaseFile} is not there`);
};

/** What to say of a directory whose site is gone. */
export const lostDatabase = (folder: string, reason: string): PlainError =>
  new PlainError(
    `${folder} has lost its database (${reason}); restore it from a backup, set DYNAMODB_ENDPOINT if another engine has its data, or choose a new directory with --data.`,
  );

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
