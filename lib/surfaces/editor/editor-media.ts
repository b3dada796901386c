import type * as z from "zod/mini";
import { fileUrl, mediaEditUrl } from "#lib/media/addresses.ts";
import { audioFormats, byAudioFormat } from "#lib/media/audio-formats.ts";
import type { Audio, Image, Media, MediaFile, Video } from "#lib/media/media.ts";
import type { editorAudio, editorImage, editorVideo } from "#lib/routes/editor-media-shapes.ts";
import type { Collection } from "#lib/site/site.ts";

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
