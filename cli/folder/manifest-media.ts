import { constants, createWriteStream } from "node:fs";
import { chmod, copyFile, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ExportedSite } from "#cli/administration/site-administration.ts";
import { checksumsOf } from "#lib/manifest/media/folder-files.ts";
import { isKeyOfContent } from "#lib/media/file-key.ts";
import { PlainError } from "#local/plain-error.ts";

type ExportedFile = ExportedSite["files"][number];

/** Only people who may read the manifest may read its media. */
const ownerOnly = 0o600;

/**
 * Writes a file of media beside a manifest. A bucket gives what is left of a damaged one as if it were whole,
 * so its size is compared. Half a file never has its name.
 */
export const writeMediaFile = async (
  { path, key, sizeBytes, read }: ExportedFile,
  folder: string,
): Promise<void> => {
  const content = await read();
  const copy = await placeOf(path, folder);
  const part = `${copy}.part`;
  try {
    await pipeline(content, createWriteStream(part, { mode: ownerOnly }));
    const { size } = await stat(part);
    if (size !== sizeBytes)
      throw new PlainError(
        `The stored file ${key} is damaged: ${size} of its ${sizeBytes} bytes arrived. ` +
          "`lectern files verify` finds all such files.",
      );
    await rename(part, copy);
  } finally {
    await rm(part, { force: true });
  }
};

/**
 * Writes the files of media that are not there yet beside a manifest, and gives how many were fetched. A file
 * that `fetched` has for a key of the store is copied, on most file systems without taking its space twice.
 */
export const writeMissingMedia = async (
  files: readonly ExportedFile[],
  folder: string,
  fetched: (key: string) => string | undefined,
): Promise<number> => {
  let count = 0;
  for (const file of files) {
    if (await isThere(join(folder, file.path), file.key)) continue;
    const here = fetched(file.key);
    if (here === undefined) {
      await writeMediaFile(file, folder);
      count++;
    } else {
      const copy = await placeOf(file.path, folder);
      await copyFile(here, copy, constants.COPYFILE_FICLONE);
      await chmod(copy, ownerOnly);
    }
  }
  return count;
};

const placeOf = async (path: string, folder: string): Promise<string> => {
  const place = join(folder, path);
  await mkdir(dirname(place), { recursive: true });
  return place;
};

/** True for a whole file: the key of the store has the first digits of its checksum. */
const isThere = async (file: string, key: string): Promise<boolean> => {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() === true && isKeyOfContent(key, await checksumsOf(file, found.size));
};
