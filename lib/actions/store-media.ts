import { mediaFileKey, plainFileName } from "#lib/media/file-key.ts";
import { filesOf, type MediaFile, type MediaKind, type MediaOf } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { drawNumbers } from "#lib/store/client.ts";
import { type FileKey, fileKey } from "#lib/store/files.ts";
import { openFiles } from "#lib/store/open-files.ts";
import { cleaningUp } from "./cleaning-up.ts";
import { deleteMedia } from "./delete-media.ts";
import { type MediaProperties, putMedia } from "./put-media.ts";
import { removeLeftoverFiles } from "./remove-leftover-files.ts";
import { removeMediaFiles } from "./remove-media-files.ts";
import type { NewFile, StoreMediaFile } from "./store-media-file.ts";

/**
 * Makes a media object with files, or gives the object of an id other ones. `storeFiles` stores them all, each with the
 * function that it gets, and says what the object shall be in the light of what it is. Files that the object had before and
 * has no more go afterwards.
 *
 * Whatever goes wrong, of a new object nothing stays; `cleanup_failed` where even that fails. An object that was there keeps
 * its files; new ones go again where the change was refused, and stay where its outcome is unknown. So they do
 * after a crash: there may be files that nothing names, and never a row that lacks its files.
 * Cost: a request for each file, two where the object may have it already, and what `putMedia` costs.
 */
export const storeMedia = async <Kind extends MediaKind>(
  kind: Kind,
  existingId: number | null,
  storeFiles: (
    store: StoreMediaFile,
  ) => Promise<(current: MediaOf<Kind> | undefined) => MediaProperties<Kind>>,
): Promise<MediaOf<Kind>> => {
  const id = existingId ?? (await drawNumbers(kind))[kind];
  const isNew = existingId === null;
  const touched: { readonly key: FileKey }[] = [];
  const store: StoreMediaFile = (file) => {
    const name = { kind, id, digest: file.digest, name: plainFileName(file.name) };
    const key = fileKey(mediaFileKey(name));
    touched.push({ key });
    return isNew ? storeFile(key, file) : storeUnlessThere(key, file);
  };
  let before: readonly MediaFile[] = [];
  const make = async () => {
    const describe = await storeFiles(store);
    return putMedia(kind, id, (current) => {
      before = current ? filesOf(current) : [];
      return describe(current);
    });
  };
  const undo = async (error: unknown) => {
    if (isNew) {
      const leftover = await deleteMedia(kind, id);
      await removeMediaFiles(touched);
      if (leftover) await removeLeftoverFiles(leftover);
    } else if (error instanceof Refusal) await removeMediaFiles(touched, before);
  };
  const media = await cleaningUp(make, undo);
  await removeMediaFiles(before, filesOf(media));
  return media;
};

const storeUnlessThere = async (key: FileKey, file: NewFile): Promise<MediaFile> => {
  const stored = await (await openFiles()).head(key);
  return stored ? { key, contentType: file.contentType, sizeBytes: stored.sizeBytes } : storeFile(key, file);
};

const storeFile = async (key: FileKey, { contentType, body }: NewFile): Promise<MediaFile> => {
  const files = await openFiles();
  if (!("key" in body)) {
    const { sizeBytes } = await files.put(key, body, contentType);
    return { key, contentType, sizeBytes };
  }
  if (!(await files.copy(body.key, key)))
    throw new Refusal("busy", { detail: "The file went away while it was being stored; try again." });
  return { key, contentType, sizeBytes: body.sizeBytes };
};
