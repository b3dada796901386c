import { randomUUID } from "node:crypto";
import { fileKey } from "#lib/files/file-key.ts";
import { mediaFileKey, mediaFileNameIn, plainFileName } from "#lib/media/file-key.ts";
import { filesOf, type MediaFile, type MediaKind, type MediaOf } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import {
  claimFiles,
  type LeftoverFiles,
  putLeftoverFiles,
  resolveExpectedFiles,
} from "#lib/store/leftovers.ts";
import { readMedia } from "#lib/store/media.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import {
  type FilesToStore,
  type FileToStore,
  type StoragePlace,
  type StoredFiles,
  storeFiles,
} from "./files-to-store.ts";
import { removeLeftoverFiles, withExpectedFiles } from "./leftover-files.ts";
import { type MediaProperties, putMedia } from "./put-media.ts";

/** Another change has removed files that this one wanted to keep. */
class FilesReplaced extends Error {}

const maxChangeAttempts = 5;

/**
 * Replaces the files of a media object. New files have keys that no other change has; those that the object
 * has already stay, and the transaction requires that it still has them. So at any time the row names files
 * that are there, however many change the object at once. New files are noted until the row names them, and
 * those that they replace from then on. If the change fails, the new files are removed, unless the row may
 * name them. Cost: a request per new file, those of `putMedia`, and four more; none of these four if
 * all files stay. Refuses `busy` if others are faster five times.
 */
export const changeMedia = async <Kind extends MediaKind, Files extends FilesToStore>(
  kind: Kind,
  id: number,
  files: Files,
  describe: (stored: StoredFiles<Files>, current: MediaOf<Kind> | undefined) => MediaProperties<Kind>,
): Promise<MediaOf<Kind>> => {
  for (let attempt = 1; attempt <= maxChangeAttempts; attempt++) {
    try {
      return await changeOnce(kind, id, files, describe);
    } catch (error) {
      if (!(error instanceof FilesReplaced)) throw error;
    }
  }
  throw new Refusal("busy");
};

const changeOnce = async <Kind extends MediaKind, Files extends FilesToStore>(
  kind: Kind,
  id: number,
  files: Files,
  describe: (stored: StoredFiles<Files>, current: MediaOf<Kind> | undefined) => MediaProperties<Kind>,
): Promise<MediaOf<Kind>> => {
  const note = randomUUID();
  const known = await readMedia(kind, id);
  const there = known ? filesOf(known) : [];
  const placeOf = (file: FileToStore): StoragePlace =>
    keptPlace(file, there) ?? newPlace(kind, id, file, note);
  const places = Object.values(files).flatMap((file) => (file ? [placeOf(file)] : []));
  const kept = keysOf(places.filter(({ sizeBytes }) => sizeBytes !== undefined));
  const expected = { kind, id, keys: keysOf(places).filter((key) => !kept.includes(key)), note };
  const isNew = expected.keys.length > 0;
  let leftover: LeftoverFiles | undefined;
  const change = async (): Promise<MediaOf<Kind>> => {
    const stored = await storeFiles(files, placeOf);
    const properties = (current: MediaOf<Kind> | undefined): MediaProperties<Kind> => {
      const before = current ? keysOf(filesOf(current)) : [];
      if (!kept.every((key) => before.includes(key))) throw new FilesReplaced();
      const replaced = before.filter((key) => !kept.includes(key));
      leftover = replaced.length > 0 ? { kind, id, keys: replaced, note } : undefined;
      return describe(stored, current);
    };
    const claims = (): Write | [] => {
      if (!leftover) return isNew ? claimFiles(expected) : [];
      return isNew ? resolveExpectedFiles(leftover) : putLeftoverFiles(leftover);
    };
    return putMedia(kind, id, properties, { claims });
  };
  const media = await (isNew ? withExpectedFiles(expected, change) : change());
  // The row names the files no more. A failure of the file store is met, and logged, by the job as well.
  if (leftover) await removeLeftoverFiles(leftover).catch(() => {});
  return media;
};

const keysOf = (files: readonly { readonly key: string }[]): string[] => files.map(({ key }) => key);

/** A file of the object with this name and content. */
const keptPlace = ({ digest, name }: FileToStore, there: readonly MediaFile[]): StoragePlace | undefined => {
  const found = there.find(({ key }) => {
    const named = mediaFileNameIn(key);
    return named?.name === plainFileName(name) && digest.startsWith(named.digest);
  });
  return found && { key: fileKey(found.key), sizeBytes: found.sizeBytes };
};

const newPlace = (
  kind: MediaKind,
  id: number,
  { digest, name }: FileToStore,
  note: string,
): StoragePlace => ({
  key: fileKey(mediaFileKey({ kind, id, digest, name: plainFileName(name), change: note.slice(0, 8) })),
});
