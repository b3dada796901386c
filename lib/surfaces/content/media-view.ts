import { inOrder } from "#lib/field.ts";
import { isAnimation } from "#lib/media/animation.ts";
import { fileUrl } from "#lib/media/file-key.ts";
import {
  type Audio,
  allImageFields,
  declaredMedia,
  emptyMedia,
  type Image,
  isSetMedia,
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
import { renditionViews } from "#lib/media/renditions.ts";
import type { UsedIds } from "#lib/pages/listed-content.ts";
import type { Selection } from "#lib/queries/fields.ts";
import type { ComputedImageFieldName, ImageFieldName } from "#lib/queries/item-fields.ts";

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
  mark: asStored,
  point: asStored,
  tags: asStored,
  chapters: (chapters) =>
    chapters.map(({ startSeconds, title, link, image }) => ({ start: startSeconds, title, link, image })),
};

/** The declared fields that are shown to them; those of later versions only where somebody has set them. */
const copiedFields = (fields: MediaFields, media: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    declaredMedia(fields).flatMap(([name, field, wire]) => {
      const value = (media as Readonly<Record<string, unknown>>)[name];
      const view = field.copied && isSetMedia(field, value) ? views[field.type] : undefined;
      return view ? [[field.editedAs ?? wire, view(value as never)]] : [];
    }),
  );

/** An image for programs that copy it: the original, and the smaller ones that were made of it. */
export const imageView = (image: Image, addressOf: FileAddress) => ({
  kind: "image",
  id: image.id,
  ...copiedFields(imageFields, image),
  ...pictureView(image.file, addressOf),
  ...(isAnimation(image) && { animated: true }),
  ...renditionViews(image, (file) => pictureView(file, addressOf)),
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

/** An item with the selected fields: `id`, `meta` unless it is empty, then the others. */
export const shownItem = <Name extends string>(
  selection: Selection<Name>,
  show: (name: Name) => unknown,
): Record<string, unknown> => {
  const valuesOf = (names: readonly Name[]): Record<string, unknown> =>
    Object.fromEntries(names.map((name) => [name, show(name)]));
  const { id, ...rest } = valuesOf(selection.body);
  return {
    ...(id === undefined ? {} : { id }),
    ...(selection.meta.length === 0 ? {} : { meta: valuesOf(selection.meta) }),
    ...rest,
  };
};

type FieldView = (image: Image, base: string) => unknown;

export const imageDetailUrl = ({ id }: Image, base: string): string => `${base}/api/cms/images/${id}/`;

/** The views of what items have beside declared fields. */
const computedViews: Readonly<Record<ComputedImageFieldName, FieldView>> = {
  id: ({ id }) => id,
  type: () => "images.Image",
  detail_url: imageDetailUrl,
  download_url: ({ file }) => fileUrl(file),
  width: ({ file }) => file.width,
  height: ({ file }) => file.height,
};

const tagsView: FieldView = ({ tags }) => [...tags].sort();

/** The view of each field of an image (contract#image-items). */
const fieldViews = new Map<string, FieldView>([
  ...Object.entries(computedViews),
  ...declaredMedia(allImageFields).map(([name, field, wire]): [string, FieldView] => [
    wire,
    field.type === "tags" ? tagsView : (image) => image[name] ?? emptyMedia(field),
  ]),
]);

/** The selected fields of an image. `base` is the origin of `detail_url`; `download_url` has none. */
export const imageItemView = (
  image: Image,
  selection: Selection<ImageFieldName>,
  base: string,
): Record<string, unknown> => shownItem(selection, (name) => fieldViews.get(name)?.(image, base));

/** The absolute URL of the image within 512 × 512 pixels, as WebP. */
export const posterUrl = ({ cover }: Image, base: string): string => `${base}${fileUrl(cover)}`;
