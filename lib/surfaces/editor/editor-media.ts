import type * as z from "zod/mini";
import { mayChange } from "#lib/access/media-permissions.ts";
import type { Principal } from "#lib/access/principal.ts";
import { fileUrl, mediaEditUrl } from "#lib/media/addresses.ts";
import { audioFormats, byAudioFormat } from "#lib/media/audio-formats.ts";
import {
  type Audio,
  type Image,
  type Media,
  type MediaFile,
  originalsOf,
  type Video,
} from "#lib/media/media.ts";
import type {
  audioDetails,
  editorAudio,
  editorImage,
  editorVideo,
  imageDetails,
  uploadCollection,
  videoDetails,
} from "#lib/routes/editor-media-shapes.ts";
import type { Collection, PlacedCollection, Site } from "#lib/site/site.ts";

export interface EditorMediaContext {
  readonly collections: readonly Collection[];
  readonly mayChange: (media: Media) => boolean;
}

/** An image on the editor's surface (contract#media-objects). */
export const editorImageView = (image: Image, context: EditorMediaContext): z.input<typeof editorImage> => ({
  id: image.id,
  type: "images.Image",
  title: image.title,
  file: fileUrl(image.file),
  width: image.file.width,
  height: image.file.height,
  ...placeOf(image, context),
});

export const editorAudioView = (audio: Audio, context: EditorMediaContext): z.input<typeof editorAudio> => ({
  id: audio.id,
  type: "site.Audio",
  title: audio.title,
  subtitle: audio.subtitle,
  transcript_diarization_mode: audio.transcriptDiarizationMode,
  file_formats: audioFormats.filter((format) => audio.files[format]).join(" "),
  ...byAudioFormat((format) => urlOrNull(audio.files[format])),
  ...placeOf(audio, context),
});

export const editorVideoView = (video: Video, context: EditorMediaContext): z.input<typeof editorVideo> => ({
  id: video.id,
  type: "site.Video",
  title: video.title,
  original: fileUrl(video.original),
  poster: urlOrNull(video.poster),
  ...placeOf(video, context),
});

const urlOrNull = (file: MediaFile | null | undefined): string | null => (file ? fileUrl(file) : null);

/** The last members of each kind. Superusers also see media of deleted collections, which have no name. */
const placeOf = (media: Media, { collections, mayChange }: EditorMediaContext) => ({
  collection: {
    id: media.collectionId,
    name: collections.find(({ id }) => id === media.collectionId)?.name ?? "",
  },
  tags: [...media.tags],
  edit_url: mayChange(media) ? mediaEditUrl(media) : null,
});

/** The context in which the caller sees media; `site` must be at least as new as the objects. */
export const editorMediaContext = (
  principal: Principal,
  { collections }: Pick<Site, "collections">,
): EditorMediaContext => ({ collections, mayChange: (media) => mayChange(principal, media) });

export const imageDetailsView = (
  image: Image,
  context: EditorMediaContext,
): z.input<typeof imageDetails> => ({
  ...editorImageView(image, context),
  alt_text: image.description,
  parts_sha256: checksumOf(image),
  renditions: [image.cover, image.display].map((file) => ({
    width: file.width,
    height: file.height,
    url: fileUrl(file),
  })),
});

export const audioDetailsView = (
  audio: Audio,
  context: EditorMediaContext,
): z.input<typeof audioDetails> => ({
  ...editorAudioView(audio, context),
  duration: audio.durationSeconds,
  chapters: audio.chapters.map(({ startSeconds, ...chapter }) => ({ start: startSeconds, ...chapter })),
  transcript: audio.transcript && {
    url: fileUrl(audio.transcript),
    bytes: audio.transcript.sizeBytes,
    parts_sha256: audio.transcript.partsSha256 ?? null,
  },
  parts_sha256: checksumOf(audio),
});

export const videoDetailsView = (
  video: Video,
  context: EditorMediaContext,
): z.input<typeof videoDetails> => ({
  ...editorVideoView(video, context),
  parts_sha256: checksumOf(video),
});

/** The checksum of the first file (contract#parts-sha256). */
const checksumOf = (media: Media): string | null => originalsOf(media)[0]?.partsSha256 ?? null;

/** A collection for uploads, with its path as "Root / Sub / Deep" (contract#collections). */
export const uploadCollectionView = ({
  collection,
  ancestors,
}: PlacedCollection): z.input<typeof uploadCollection> => ({
  id: collection.id,
  name: collection.name,
  breadcrumb: [...ancestors, collection].map(({ name }) => name).join(" / "),
  ancestors: ancestors.map(({ id, name }) => ({ id, name })),
});
