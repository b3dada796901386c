import { inOrder } from "#lib/field.ts";
import {
  type Audio,
  declaredMedia,
  emptyMedia,
  type Image,
  type Media,
  type MediaFile,
  type MediaKind,
  type MediaValues,
  type PictureFile,
  type Video,
} from "#lib/media/media.ts";
import {
  audioFields,
  imageFields,
  type MediaFields,
  type MediaType,
  videoFields,
} from "#lib/media/media-fields.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import type { UsedIds } from "#lib/pages/listed-content.ts";

/** Gives the absolute address of a file. Such addresses are never signed, so they stay. */
export type FileAddress = (file: MediaFile) => string;

const fileView = (file: MediaFile, addressOf: FileAddress) => ({
  url: addressOf(file),
  mime_type: file.contentType,
  bytes: file.sizeBytes,
});

const pictureView = (file: PictureFile, addressOf: FileAddress) => ({
  ...fileView(file, addressOf),
  width: file.width,
  height: file.height,
});

const asStored = (value: unknown): unknown => value;

/** What programs see of a stored value. Files are shown by the views of the kinds. */
const views: { readonly [Type in MediaType]?: (value: MediaValues[Type]) => unknown } = {
  text: (text: string | null) => text ?? "",
  choice: asStored,
  seconds: asStored,
  tags: asStored,
  chapters: (chapters) =>
    chapters.map(({ startSeconds, title, link, image }) => ({ start: startSeconds, title, link, image })),
};

/** The declared fields that are shown to them. */
const copiedFields = (fields: MediaFields, media: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    declaredMedia(fields).flatMap(([name, field, wire]) => {
      const view = field.copied ? views[field.type] : undefined;
      const value = (media as Readonly<Record<string, unknown>>)[name] ?? emptyMedia(field);
      return view ? [[field.editedAs ?? wire, view(value as never)]] : [];
    }),
  );

/** An image for programs that copy it: the original, and the smaller ones that were made of it. */
export const imageView = (image: Image, addressOf: FileAddress) => ({
  kind: "image",
  id: image.id,
  ...copiedFields(imageFields, image),
  ...pictureView(image.file, addressOf),
  renditions: [image.cover, image.display].map((file) => pictureView(file, addressOf)),
});

/** An audio with its files in the order of preference (contract#site-builder-fields). */
export const audioView = (audio: Audio, addressOf: FileAddress) =>
  inOrder<Record<string, unknown>>(["kind", "id", "title", "subtitle", "duration", "files"], {
    kind: "audio",
    id: audio.id,
    ...copiedFields(audioFields, audio),
    files: Object.values(audio.files).map((file) => fileView(file, addressOf)),
    transcripts: audio.transcript ? [fileView(audio.transcript, addressOf)] : [],
  });

const videoView = (video: Video, addressOf: FileAddress) => ({
  kind: "video",
  id: video.id,
  ...copiedFields(videoFields, video),
  ...fileView(video.original, addressOf),
  poster: video.poster && pictureView(video.poster, addressOf),
  renditions: video.posterThumbnail ? [pictureView(video.posterThumbnail, addressOf)] : [],
});

const mediaView = (media: Media, addressOf: FileAddress) => {
  switch (media.kind) {
    case "image":
      return imageView(media, addressOf);
    case "audio":
      return audioView(media, addressOf);
    case "video":
      return videoView(media, addressOf);
  }
};

/** The media of a post that the viewer may see: images, then audios, then videos. */
export const mediaViews = (uses: UsedIds, media: MediaLookup, addressOf: FileAddress) => {
  const ofKind = (kind: MediaKind) =>
    (uses[kind] ?? []).flatMap((id) => {
      const object = media(kind, id);
      return object ? [mediaView(object, addressOf)] : [];
    });
  return [...ofKind("image"), ...ofKind("audio"), ...ofKind("video")];
};
