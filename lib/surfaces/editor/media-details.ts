import type * as z from "zod/mini";
import { fileUrl } from "#lib/media/addresses.ts";
import { type Audio, type Image, type Media, originalsOf, type Video } from "#lib/media/media.ts";
import type { audioDetails, imageDetails, videoDetails } from "#lib/routes/editor-media-shapes.ts";
import {
  type EditorMediaContext,
  editorAudioView,
  editorImageView,
  editorVideoView,
} from "./editor-media.ts";

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

/** Of the first file (contract#parts-sha256). */
const checksumOf = (media: Media): string | null => originalsOf(media)[0]?.partsSha256 ?? null;
