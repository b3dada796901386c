import { mkdir, readdir, rm } from "node:fs/promises";
import { unlessMissing } from "#lib/files/whole-files.ts";

/** Makes an empty folder. Throws if there is one that has anything with another name than such files have. */
export const makeOwnFolder = async (folder: string, ownFile: RegExp): Promise<void> => {
  const names: readonly string[] = (await readdir(folder).catch(unlessMissing)) ?? [];
  if (names.some((name) => !ownFile.test(name)))
    throw new Error(`${folder} has other files: name an empty folder, or one that does not exist.`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
};
