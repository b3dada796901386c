import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { mediaFileKey, plainFileName } from "#lib/media/file-key.ts";
import { filesOf, type MediaFile, type MediaKind, type MediaOf, type PictureFile } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { drawNumbers } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { claimFiles, expectFiles } from "#lib/store/leftover-files.ts";
import { abandonMedia } from "./abandon-media.ts";
import { cleaningUp } from "./cleaning-up.ts";
import type { FileToStore, PictureToStore } from "./file-to-store.ts";
import { type MediaProperties, putMedia } from "./put-media.ts";
import { removeMediaFiles } from "./remove-media-files.ts";

/** The files that a media object is to have, under names of their own; null for those that it has not. */
type FilesToStore = Readonly<Record<string, FileToStore | null>>;

type StoredFile<File> = File extends PictureToStore
  ? PictureFile
  : File extends FileToStore
    ? MediaFile
    : null;

/** The same once they are stored. */
type StoredFiles<Files> = { readonly [Name in keyof Files]: StoredFile<Files[Name]> };

/**
 * Makes a media object with files, or gives the object of an id other ones, and then removes those that it
 * had before and has no more. `describe` says what the object shall be, with the stored files and in the
 * light of what it is, or refuses; it runs again after a lost race.
 *
 * Whatever goes wrong, of a new object nothing stays; should that fail, `cleanup_failed`, or should the
 * process end, its files are removed by the job that removes leftover ones. An object that was there keeps
 * its files; new ones go again where the change was refused, and stay where its outcome is unknown. Never is
 * there a row that lacks its files. Cost: a request for each file, two where the object may have it already;
 * what `putMedia` costs; for a new object two more.
 */
export const storeMedia = <Kind extends MediaKind, Files extends FilesToStore>(
  kind: Kind,
  existingId: number | null,
  files: Files,
  describe: (stored: StoredFiles<Files>, current: MediaOf<Kind> | undefined) => MediaProperties<Kind>,
): Promise<MediaOf<Kind>> =>
  existingId === null ? makeMedia(kind, files, describe) : changeMedia(kind, existingId, files, describe);

const makeMedia = async <Kind extends MediaKind, Files extends FilesToStore>(
  kind: Kind,
  files: Files,
  describe: (stored: StoredFiles<Files>, current: undefined) => MediaProperties<Kind>,
): Promise<MediaOf<Kind>> => {
  const { [kind]: id } = await drawNumbers(kind);
  const expected = { kind, id, keys: keysOf(kind, id, files) };
  const make = async () => {
    await commitDecision(async () => ({ writes: [expectFiles(expected)], value: undefined }));
    const stored = await storeAll(kind, id, files, storeFile);
    return putMedia<Kind>(kind, id, () => describe(stored, undefined), [claimFiles(expected)]);
  };
  return cleaningUp(make, () => abandonMedia(expected));
};

const changeMedia = async <Kind extends MediaKind, Files extends FilesToStore>(
  kind: Kind,
  id: number,
  files: Files,
  describe: (stored: StoredFiles<Files>, current: MediaOf<Kind> | undefined) => MediaProperties<Kind>,
): Promise<MediaOf<Kind>> => {
  let before: readonly MediaFile[] = [];
  const change = async () => {
    const stored = await storeAll(kind, id, files, storeUnlessThere);
    return putMedia(kind, id, (current) => {
      before = current ? filesOf(current) : [];
      return describe(stored, current);
    });
  };
  const media = await cleaningUp(change, async (error) => {
    const stored = keysOf(kind, id, files).map((key) => ({ key }));
    if (error instanceof Refusal) await removeMediaFiles(stored, before);
  });
  await removeMediaFiles(before, filesOf(media));
  return media;
};

const keyOf = (kind: MediaKind, id: number, { digest, name }: FileToStore): FileKey =>
  fileKey(mediaFileKey({ kind, id, digest, name: plainFileName(name) }));

const keysOf = (kind: MediaKind, id: number, files: FilesToStore): FileKey[] =>
  Object.values(files).flatMap((file) => (file ? [keyOf(kind, id, file)] : []));

type Store = (key: FileKey, file: FileToStore) => Promise<number>;

const storeAll = async <Files extends FilesToStore>(
  kind: MediaKind,
  id: number,
  files: Files,
  store: Store,
): Promise<StoredFiles<Files>> => {
  const stored: Record<string, MediaFile | null> = {};
  for (const [name, file] of Object.entries(files)) {
    const key = file && keyOf(kind, id, file);
    stored[name] = file && key && { ...described(file), key, sizeBytes: await store(key, file) };
  }
  return stored as StoredFiles<Files>;
};

const described = (file: FileToStore | PictureToStore) => ({
  contentType: file.contentType,
  ...("width" in file && { width: file.width, height: file.height }),
});

const storeUnlessThere: Store = async (key, file) => {
  const stored = await (await openFiles()).head(key);
  return stored?.sizeBytes ?? storeFile(key, file);
};

const storeFile: Store = async (key, { contentType, body }) => {
  const files = await openFiles();
  if (!("key" in body)) return (await files.put(key, body, contentType)).sizeBytes;
  if (!(await files.copy(body.key, key)))
    throw new Refusal("busy", { detail: "The file went away while it was being stored; try again." });
  return body.sizeBytes;
};
