import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { mediaFileKey, plainFileName } from "#lib/media/file-key.ts";
import { filesOf, type MediaFile, type MediaKind, type MediaOf, type PictureFile } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { drawNumbers } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { claimFiles, expectFiles } from "#lib/store/leftover-files.ts";
import { readMediaOfKind } from "#lib/store/media.ts";
import { abandonMedia } from "./abandon-media.ts";
import { cleaningUp } from "./cleaning-up.ts";
import { ContentGone } from "./content-gone.ts";
import type { FileToStore, PictureToStore } from "./file-to-store.ts";
import { type MediaProperties, putMedia } from "./put-media.ts";

/** By names of the caller's choice; null for files that the object does not have. */
type FilesToStore = Readonly<Record<string, FileToStore | null>>;

type StoredFile<File> = File extends PictureToStore
  ? PictureFile
  : File extends FileToStore
    ? MediaFile
    : null;

type StoredFiles<Files> = { readonly [Name in keyof Files]: StoredFile<Files[Name]> };

/**
 * Creates a media object with files, or replaces the files of an existing one. If a creation fails, its files
 * are removed; if that fails too (`cleanup_failed`), or the process ends, a job removes them. If a change is
 * refused, the new files are removed; if its outcome is unknown, they stay, so that no row lacks its files.
 * Cost: a request per file that the object does not have yet; those of `putMedia`; two more for a creation,
 * one more for a change.
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
    return putMedia<Kind>(
      kind,
      id,
      () => describe(stored, undefined),
      () => claimFiles(expected),
    );
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
  const [known] = await readMediaOfKind(kind, [id]);
  const sizes = new Map((known ? filesOf(known) : []).map(({ key, sizeBytes }) => [key, sizeBytes]));
  const storeUnlessThere: Store = async (key, file) => sizes.get(key) ?? storeFile(key, file);
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

const removeMediaFiles = async (
  files: readonly Pick<MediaFile, "key">[],
  kept: readonly Pick<MediaFile, "key">[],
): Promise<void> => {
  const keptKeys = new Set(kept.map(({ key }) => key));
  const store = await openFiles();
  for (const { key } of files) if (!keptKeys.has(key)) await store.delete(fileKey(key));
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
  ...(file.partsSha256 !== undefined && { partsSha256: file.partsSha256 }),
  ...("width" in file && { width: file.width, height: file.height }),
});

const storeFile: Store = async (key, { contentType, body }) => {
  const files = await openFiles();
  if (!("key" in body)) return (await files.put(key, body, contentType)).sizeBytes;
  if (!(await files.copy(body.key, key))) throw new ContentGone();
  return body.sizeBytes;
};
