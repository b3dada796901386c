import { type AudioDescription, storeAudio } from "#lib/actions/media/store-audio.ts";
import { type ImageDescription, type ImageFilesToStore, storeImage } from "#lib/actions/media/store-image.ts";
import { storeVideo, type VideoDescription } from "#lib/actions/media/store-video.ts";
import type { CheckedAudio, CheckedImage, CheckedVideo } from "#lib/manifest/media/checked-media.ts";
import {
  checkedRecordingToStore,
  imageFileIn,
  transcriptToStore,
} from "#lib/manifest/media/file-to-store.ts";
import { isStoredAs } from "#lib/manifest/media/manifest-files.ts";
import type { ManifestAudio, ManifestImage, ManifestVideo } from "#lib/manifest/schema.ts";
import { type AudioFormat, audioFormats } from "#lib/media/audio-formats.ts";
import type { Chapter, MediaKind, MediaOf } from "#lib/media/media.ts";

type DescriptionOf = {
  readonly image: ImageDescription;
  readonly audio: AudioDescription;
  readonly video: VideoDescription;
};

/** The media object that a manifest's entry describes. */
export interface DesiredMedia<Kind extends MediaKind> {
  readonly kind: Kind;
  readonly entry: { readonly key: string; readonly created_at?: string | undefined };
  /** All but the files. What the manifest does not say may stay as it is in `current`. */
  readonly describe: (current: MediaOf<Kind> | undefined) => DescriptionOf[Kind];
  readonly hasFiles: (current: MediaOf<Kind>) => boolean;
  /** Stores the files, and creates the object or changes the existing one. */
  readonly store: (
    existingId: number | null,
    describe: (current: MediaOf<Kind> | undefined) => DescriptionOf[Kind],
  ) => Promise<MediaOf<Kind>>;
}

export interface MediaContext {
  readonly collectionId: (path: string) => number;
  readonly userId: (username: string) => number;
  /** False for users that are removed. */
  readonly userStays: (id: number) => boolean;
  /** Also renditions. */
  readonly imageFiles: (image: CheckedImage) => Promise<ImageFilesToStore>;
  /** The date of new media without one. */
  readonly now: string;
}

export const desiredImage = (image: CheckedImage, context: MediaContext): DesiredMedia<"image"> => ({
  kind: "image",
  entry: image.value,
  describe: (current) => ({
    ...common(image.value, current, context),
    title: image.value.title,
    description: image.value.description,
  }),
  hasFiles: (current) => isStoredAs(image.file, current.file),
  store: async (existingId, describe) => storeImage(existingId, await context.imageFiles(image), describe),
});

/** A known duration stays as long as the files do. */
export const desiredAudio = (
  { value, probed, formats, transcript }: CheckedAudio,
  context: MediaContext,
): DesiredMedia<"audio"> => {
  const hasFormats = ({ files }: MediaOf<"audio">): boolean =>
    audioFormats.every((format) => {
      const file = formats[format];
      return file ? isStoredAs(file, files[format]) : files[format] === undefined;
    });
  return {
    kind: "audio",
    entry: value,
    describe: (current) => ({
      ...common(value, current, context),
      title: value.title ?? null,
      subtitle: value.subtitle || null,
      durationSeconds: (current && hasFormats(current) && current.durationSeconds) || probed.durationSeconds,
      chapters: value.chapters ? inOrder(value.chapters) : probed.chapters,
      transcriptDiarizationMode: value.transcript_diarization_mode,
    }),
    hasFiles: (current) =>
      hasFormats(current) &&
      (transcript ? isStoredAs(transcript, current.transcript) : current.transcript === null),
    store: async (existingId, describe) => {
      const files = Object.entries(formats).map(([format, file]) => [
        format,
        checkedRecordingToStore(file, format as AudioFormat),
      ]);
      const toStore = {
        formats: Object.fromEntries(files),
        transcript: transcript && (await transcriptToStore(transcript)),
      };
      return storeAudio(existingId, toStore, describe);
    },
  };
};

const inOrder = (chapters: NonNullable<ManifestAudio["chapters"]>): readonly Chapter[] =>
  chapters
    .map(({ start, ...chapter }) => ({ startSeconds: start, ...chapter }))
    .sort((a, b) => a.startSeconds - b.startSeconds);

export const desiredVideo = (
  { value, original, poster }: CheckedVideo,
  context: MediaContext,
): DesiredMedia<"video"> => ({
  kind: "video",
  entry: value,
  describe: (current) => ({ ...common(value, current, context), title: value.title }),
  hasFiles: (current) =>
    isStoredAs(original, current.original) &&
    (poster ? isStoredAs(poster, current.poster) : current.poster === null),
  store: async (existingId, describe) => {
    const files = {
      original: checkedRecordingToStore(original, "video"),
      poster: poster && (await imageFileIn(poster)),
    };
    return storeVideo(existingId, files, describe);
  },
});

const common = (
  value: ManifestImage | ManifestAudio | ManifestVideo,
  current: MediaOf<MediaKind> | undefined,
  { collectionId, userId, userStays, now }: MediaContext,
) => {
  const key = current ? current.key : value.key;
  const formerOwner = current?.ownerId ?? null;
  const keptOwner = formerOwner !== null && userStays(formerOwner) ? formerOwner : null;
  const { owner } = value;
  return {
    ...(key !== undefined && { key }),
    collectionId: collectionId(value.collection),
    tags: [...new Set(value.tags)],
    ownerId: owner === undefined ? keptOwner : owner === null ? null : userId(owner),
    createdAt: value.created_at ?? current?.createdAt ?? now,
  };
};
