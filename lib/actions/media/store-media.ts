import { fileKey } from "#lib/files/file-key.ts";
import type { ShareOptions } from "#lib/imaging/make-rendition.ts";
import type { ImageFile } from "#lib/imaging/read-image.ts";
import { type AudioFormat, audioFormats, byAudioFormat } from "#lib/media/audio-formats.ts";
import { mediaFileKey, plainFileName } from "#lib/media/file-key.ts";
import type { Audio, Image, MediaKind, MediaOf, Video } from "#lib/media/media.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { drawNumbers } from "#lib/store/items.ts";
import { claimFiles, expectFiles, type LeftoverFiles, putLeftoverFiles } from "#lib/store/leftovers.ts";
import { readMedia, requireNoMedia } from "#lib/store/media.ts";
import { withdrawReceipt } from "#lib/store/receipts.ts";
import { changeMedia } from "./change-media.ts";
import { deletionOf } from "./delete-media.ts";
import {
  displayToStore,
  type FilesToStore,
  type FileToStore,
  type PictureToStore,
  pictureToStore,
  renditionToStore,
  type StoredFiles,
  sharePictureToStore,
  storeFiles,
  widthsToStore,
} from "./files-to-store.ts";
import { cleaningUp, removeLeftoverFiles } from "./leftover-files.ts";
import { type MediaProperties, putNewMedia } from "./put-media.ts";

/**
 * Creates a media object with files, or replaces the files of an existing one (`changeMedia`). If a creation
 * fails, its files are removed; if that fails too (`cleanup_failed`), or the process ends, a job removes
 * them. Cost of a creation: a request per file, those of `putNewMedia`, and two more.
 */
const storeMedia = <Kind extends MediaKind, Files extends FilesToStore>(
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
  const placeOf = ({ digest, name }: FileToStore) => ({
    key: fileKey(mediaFileKey({ kind, id, digest, name: plainFileName(name) })),
  });
  const keys = Object.values(files).flatMap((file) => (file ? [placeOf(file).key] : []));
  const expected = { kind, id, keys };
  let mayBeNamed = false;
  const make = async () => {
    await commitDecision(async () => ({ writes: [expectFiles(expected)], value: undefined }));
    const stored = await storeFiles(files, placeOf);
    mayBeNamed = true;
    return putNewMedia<Kind>(
      kind,
      id,
      () => describe(stored, undefined),
      () => claimFiles(expected),
    );
  };
  // Removing files makes room on a full disk, but must not come first once a row may name them.
  return cleaningUp(make, () => (mayBeNamed ? abandonMedia(expected) : removeLeftoverFiles(expected)));
};

export type AudioDescription = Omit<MediaProperties<"audio">, "files" | "transcript">;

export interface AudioFilesToStore {
  readonly formats: Readonly<Partial<Record<AudioFormat, FileToStore>>>;
  readonly transcript: FileToStore | null;
}

/** Creates an audio, or replaces all files of an existing one. Failures and cost: as `storeMedia`. */
export const storeAudio = (
  existingId: number | null,
  { formats, transcript }: AudioFilesToStore,
  describe: (current: Audio | undefined) => AudioDescription,
): Promise<Audio> => {
  const files = { ...byAudioFormat((format) => formats[format] ?? null), transcript };
  return storeMedia("audio", existingId, files, (stored, current) => {
    const kept = audioFormats.flatMap((format) => (stored[format] ? [[format, stored[format]]] : []));
    return { ...describe(current), files: Object.fromEntries(kept), transcript: stored.transcript };
  });
};

type ImageFiles = "file" | "cover" | "display" | "share";

export type ImageDescription = Omit<MediaProperties<"image">, ImageFiles | "renditions">;

/** An image with its renditions. */
export interface ImageFilesToStore extends Readonly<Record<ImageFiles, PictureToStore>> {
  readonly renditions: readonly PictureToStore[];
}

/** Makes the renditions of an image. Takes two seconds for a camera's image. Refuses `busy`. */
export const imageFilesToStore = async (
  imageFile: ImageFile,
  options: ShareOptions = {},
): Promise<ImageFilesToStore> => {
  const display = await displayToStore(imageFile);
  return {
    ...{ file: pictureToStore(imageFile), display },
    cover: await renditionToStore(imageFile, "cover"),
    share: await sharePictureToStore(imageFile, options),
    renditions: await widthsToStore(imageFile, display),
  };
};

/**
 * Creates an image with its renditions, or replaces its file. Of a file alone, renditions are those of an
 * image without a focal point. Failures and cost: as `storeMedia`.
 */
export const storeImage = async (
  existingId: number | null,
  image: ImageFile | ImageFilesToStore,
  describe: (current: Image | undefined) => ImageDescription,
): Promise<Image> => {
  const { renditions, ...files } = "cover" in image ? image : await imageFilesToStore(image);
  const numbered = Object.fromEntries(renditions.entries());
  return storeMedia("image", existingId, { ...numbered, ...files }, (stored, current) => {
    const { file, cover, display, share, ...more } = stored;
    return { ...describe(current), file, cover, display, share, renditions: Object.values(more) };
  });
};

export type VideoDescription = Omit<MediaProperties<"video">, "original" | "poster" | "posterThumbnail">;

export interface VideoFilesToStore {
  readonly original: FileToStore;
  readonly poster: ImageFile | null;
}

/** Creates a video with its poster, or replaces all files. Failures and cost: as `storeMedia`. */
export const storeVideo = async (
  existingId: number | null,
  { original, poster }: VideoFilesToStore,
  describe: (current: Video | undefined) => VideoDescription,
): Promise<Video> => {
  const files = {
    original,
    poster: poster && pictureToStore(poster),
    posterThumbnail: poster && (await renditionToStore(poster, "thumbnail")),
  };
  return storeMedia("video", existingId, files, (stored, current) => ({ ...describe(current), ...stored }));
};

/**
 * Removes what a failed creation of a media object may have left at any step: its row and the files expected
 * for it. A transaction of that creation that arrives later fails. Cost: four requests, one more with
 * a key, and one per file.
 */
const abandonMedia = async (expected: LeftoverFiles): Promise<void> => {
  const { kind, id } = expected;
  const leftover = await commitDecision<LeftoverFiles>(async () => {
    const media = await readMedia(kind, id);
    if (!media) return { writes: [putLeftoverFiles(expected), requireNoMedia(kind, id)], value: expected };
    const deletion = deletionOf(media);
    return { ...deletion, writes: [...deletion.writes, ...(await withdrawReceipt(id))] };
  });
  await removeLeftoverFiles(leftover);
};
