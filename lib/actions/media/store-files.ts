import type { FileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { MediaFile, PictureFile } from "#lib/media/media.ts";
import { settledInOrder } from "#lib/settled.ts";
import { ContentGone } from "./content-gone.ts";
import type { FileToStore, PictureToStore } from "./file-to-store.ts";

/** Files by names of the caller's choice; null for those that the object does not have. */
export type FilesToStore = Readonly<Record<string, FileToStore | null>>;

type StoredFile<File> = File extends PictureToStore
  ? PictureFile
  : File extends FileToStore
    ? MediaFile
    : null;

export type StoredFiles<Files> = { readonly [Name in keyof Files]: StoredFile<Files[Name]> };

/** Where a file is to be stored, or is already with this size. */
export interface StoragePlace {
  readonly key: FileKey;
  readonly sizeBytes?: number | undefined;
}

/**
 * Stores files that are not stored yet, side by side. All have ended if one fails, so that whoever removes
 * them afterwards misses none. A request per file.
 */
export const storeFiles = async <Files extends FilesToStore>(
  files: Files,
  placeOf: (file: FileToStore) => StoragePlace,
): Promise<StoredFiles<Files>> => {
  const storing = Object.entries(files).map(
    async ([name, file]) => [name, file && (await storedAt(placeOf(file), file))] as const,
  );
  return Object.fromEntries(await settledInOrder(storing)) as StoredFiles<Files>;
};

const storedAt = async ({ key, sizeBytes }: StoragePlace, file: FileToStore): Promise<MediaFile> => ({
  ...described(file),
  key,
  sizeBytes: sizeBytes ?? (await storeFile(key, file)),
});

const described = (file: FileToStore | PictureToStore) => ({
  contentType: file.contentType,
  ...(file.partsSha256 !== undefined && { partsSha256: file.partsSha256 }),
  ...("width" in file && { width: file.width, height: file.height }),
});

const storeFile = async (key: FileKey, { contentType, body }: FileToStore): Promise<number> => {
  const files = await openFiles();
  if (!("key" in body)) return (await files.put(key, body, contentType)).sizeBytes;
  if (!(await files.copy(body.key, key))) throw new ContentGone();
  return body.sizeBytes;
};
