/**
 * Checked files as they are stored, and images with their renditions. Files are read again: they may have
 * changed since they were checked.
 */

import { basename } from "node:path";
import { type FileToStore, fileToStore } from "#lib/actions/media/files-to-store.ts";
import { type ImageFilesToStore, imageFilesToStore } from "#lib/actions/media/store-media.ts";
import { certain } from "#lib/certain.ts";
import { partsSha256Of } from "#lib/files/part-checksum.ts";
import { type ImageFile, readImage } from "#lib/imaging/read-image.ts";
import type { StoredMedia } from "#lib/manifest/stored/stored-state.ts";
import { type RecordingFormat, recordingContentType } from "#lib/media/file-rules.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { CheckedImage, CheckedMedia } from "./checked-media.ts";
import { type CheckedFile, isStoredAs } from "./manifest-files.ts";

export const imageFileIn = async (file: CheckedFile): Promise<ImageFile> => {
  const name = basename(file.name);
  const bytes = await file.bytes();
  const result = await readImage({ name, bytes }, () => undefined);
  if ("problem" in result)
    throw new Refusal("busy", { detail: `${file.name} has changed since it was checked.` });
  return { ...result.image, partsSha256: file.partsSha256 ?? partsSha256Of(bytes) };
};

export const checkedRecordingToStore = (
  { name, digest, partsSha256, body }: CheckedFile,
  format: RecordingFormat,
): FileToStore => ({
  name: basename(name),
  contentType: certain(recordingContentType(format, name)),
  digest,
  partsSha256,
  body: body(),
});

export const transcriptToStore = async ({ name, bytes }: CheckedFile): Promise<FileToStore> =>
  fileToStore(basename(name), "application/json", await bytes());

/** Bounds memory: each has the file and its renditions, some megabytes for a camera's image. */
const maxReadyImages = 4;

/**
 * Makes the renditions of images that are not stored yet, while other things are applied: encoding takes most
 * of the time of a first run, and keeps only one thread busy.
 */
export const imageFilesInAdvance = (
  { images }: CheckedMedia,
  stored: StoredMedia,
  { dryRun }: { readonly dryRun: boolean },
): ((image: CheckedImage) => Promise<ImageFilesToStore>) => {
  const isMissing = ({ value, file }: CheckedImage) => !isStoredAs(file, stored.image.get(value.key)?.file);
  return inAdvance(dryRun ? [] : images.filter(isMissing), maxReadyImages, async ({ value, file }) =>
    imageFilesToStore(await imageFileIn(file), { focalPoint: value.focal_point ?? null }),
  );
};

/**
 * Works on items in their order, one at a time and at most `lead` of them before they are asked for. The
 * result is a function that gives an item's result, and may be called again for the same item. Those before
 * it are forgotten, to bound memory. A failure is thrown when its item is asked for.
 */
export const inAdvance = <Item, Result>(
  items: readonly Item[],
  lead: number,
  work: (item: Item) => Promise<Result>,
): ((item: Item) => Promise<Result>) => {
  const positions = new Map(items.map((item, position) => [item, position]));
  const begun = new Map<number, Promise<Result>>();
  let next = 0;
  let last: Promise<unknown> = Promise.resolve();
  const beginUntil = (end: number): void => {
    for (; next < Math.min(end, items.length); next++) {
      const item = certain(items[next]);
      const result = last.then(() => work(item));
      begun.set(next, result);
      last = result.catch(() => {});
    }
  };
  beginUntil(lead);
  return (item) => {
    const position = positions.get(item);
    if (position === undefined) return work(item);
    for (const earlier of begun.keys()) if (earlier < position) begun.delete(earlier);
    beginUntil(position + 1 + lead);
    return begun.get(position) ?? work(item);
  };
};
