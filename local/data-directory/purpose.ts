import { join } from "node:path";
import { PlainError } from "#local/plain-error.ts";
import { readIfThere, replaceFile } from "./kept-file.ts";
import { isThere } from "./table-file.ts";

/** The purpose of a data directory. A demo may become a site, but a site never a demo. */
export type Purpose = (typeof purposes)[number];

const purposes = ["unused", "demo", "site"] as const;

/** Directories of earlier versions do not have this file. */
export const purposeFile = "purpose";

/** The purpose of a directory; undefined if an earlier version made it. */
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

/** Stores the purpose of a directory. Its table must exist before it becomes a demo or a site. */
export const writePurpose = (folder: string, purpose: Purpose): Promise<void> =>
  replaceFile(join(folder, purposeFile), `${purpose}\n`);

/** True if the directory's database had its table. Earlier versions left a catalog beside it. */
export const hadDatabase = async (folder: string): Promise<boolean> => {
  const purpose = await readPurpose(folder);
  return purpose === undefined ? isThere(join(folder, "catalog.db")) : purpose !== "unused";
};

/** Throws if the directory had a database and lost it: an empty site must not take its place. */
export const requireDatabase = async (folder: string, databaseFile: string): Promise<void> => {
  if (!(await hadDatabase(folder)) || (await isThere(databaseFile))) return;
  throw lostDatabase(folder, `${databaseFile} is not there`);
};

export const lostDatabase = (folder: string, reason: string): PlainError =>
  new PlainError(
    `${folder} has lost its database (${reason}); restore it from a backup, set DYNAMODB_ENDPOINT if an engine has its data, or choose a new directory with --data.`,
  );
