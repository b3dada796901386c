import type * as z from "zod/mini";
import { mayChange } from "#lib/access/media-permissions.ts";
import type { Principal } from "#lib/access/principal.ts";
import { inOrder } from "#lib/field.ts";
import { isAnimation } from "#lib/media/animation.ts";
import { audioFormats, byAudioFormat } from "#lib/media/audio-formats.ts";
import { fileUrl, mediaEditUrl } from "#lib/media/file-key.ts";
import {
  declaredMedia,
  emptyMedia,
  type Media,
  type MediaFile,
  type MediaKind,
  type MediaOf,
  type MediaValues,
  originalsOf,
} from "#lib/media/media.ts";
import {
  audioFields,
  imageFields,
  type MediaFields,
  type MediaType,
  mediaFields,
  videoFields,
} from "#lib/media/media-fields.ts";
import { renditionViews } from "#lib/media/renditions.ts";
import type {
  audioDetails,
  editorAudio,
  editorImage,
  editorVideo,
  imageDetails,
  ShownMediaShape,
  uploadCollection,
  videoDetails,
} from "#lib/routes/editor-media-shapes.ts";
import type { Collection, PlacedCollection, Site } from "#lib/site/site.ts";

export interface EditorMediaContext {
  readonly collections: readonly Collection[];
  readonly mayChange: (media: Media) => boolean;
}

/** The context in which the caller sees media; `site` must be at least as new as the objects. */
export const editorMediaContext = (
  principal: Principal,
  { collections }: Pick<Site, "collections">,
): EditorMediaContext => ({ collections, mayChange: (media) => mayChange(principal, media) });

type View<Kind extends MediaKind, Shown> = (media: MediaOf<Kind>, context: EditorMediaContext) => Shown;

/** What the endpoints of images, audios and videos differ in. `details`: with what lists leave out. */
export interface EditedMedia<Kind extends MediaKind, Shown = unknown, Details = unknown> {
  readonly kind: Kind;
  /** The fields of this kind, without those of all kinds. */
  readonly fields: MediaFields;
  readonly view: View<Kind, Shown>;
  readonly details: View<Kind, Details>;
}

type Views = {
  readonly [Type in MediaType]?: (value: MediaValues[Type], context: EditorMediaContext) => unknown;
};

const asStored = (value: unknown): unknown => value;

/** What editors see of a stored value. Files of other types are shown by the views of the kinds. */
const views: Views = {
  text: asStored,
  choice: asStored,
  seconds: asStored,
  mark: (value) => value ?? undefined,
  point: asStored,
  tags: (tags) => [...tags],
  // Superusers also see media of deleted collections, which have no name.
  collection: (id, { collections }) => ({ id, name: collections.find((each) => each.id === id)?.name ?? "" }),
  chapters: (chapters) =>
    chapters.map(({ startSeconds, ...chapter }) => ({ start: startSeconds, ...chapter })),
  transcript: (file) =>
    file && { url: fileUrl(file), bytes: file.sizeBytes, parts_sha256: file.partsSha256 ?? null },
};

/** What lists show of these fields, or what they leave out. */
const shownFields = <const Fields extends MediaFields, Where extends "lists" | "details">(
  fields: Fields,
  where: Where,
  media: object,
  context: EditorMediaContext,
) =>
  Object.fromEntries(
    declaredMedia(fields).flatMap(([name, field, wire]) => {
      const isShown = !field.hidden && (field.inLists === true) === (where === "lists");
      const view = isShown ? views[field.type] : undefined;
      const value = (media as Readonly<Record<string, unknown>>)[name] ?? emptyMedia(field);
      return view ? [[field.editedAs ?? wire, view(value as never, context)]] : [];
    }),
  ) as z.input<z.ZodMiniObject<ShownMediaShape<Fields, Where>>>;

/** The last members of each kind. */
const placeOf = (media: Media, context: EditorMediaContext) => ({
  ...inOrder(["collection", "tags"], shownFields(mediaFields, "lists", media, context)),
  edit_url: context.mayChange(media) ? mediaEditUrl(media) : null,
});

/** Of the first file (contract#parts-sha256). */
const checksumOf = (media: Media) => ({ parts_sha256: originalsOf(media)[0]?.partsSha256 ?? null });

const urlOrNull = (file: MediaFile | null | undefined): string | null => (file ? fileUrl(file) : null);

/** An image on the editor's surface (contract#media-objects). */
const imageView: View<"image", z.input<typeof editorImage>> = (image, context) => ({
  id: image.id,
  type: "images.Image",
  ...shownFields(imageFields, "lists", image, context),
  file: fileUrl(image.file),
  width: image.file.width,
  height: image.file.height,
  ...placeOf(image, context),
});

export const images: EditedMedia<"image", z.input<typeof editorImage>, z.input<typeof imageDetails>> = {
  kind: "image",
  fields: imageFields,
  view: imageView,
  details: (image, context) => ({
    ...imageView(image, context),
    ...shownFields(imageFields, "details", image, context),
    ...checksumOf(image),
    ...(isAnimation(image) && { animated: true as const }),
    ...renditionViews(image, (file) => ({ width: file.width, height: file.height, url: fileUrl(file) })),
  }),
};

const audioView: View<"audio", z.input<typeof editorAudio>> = (audio, context) => ({
  id: audio.id,
  type: "site.Audio",
  ...shownFields(audioFields, "lists", audio, context),
  file_formats: audioFormats.filter((format) => audio.files[format]).join(" "),
  ...byAudioFormat((format) => urlOrNull(audio.files[format])),
  ...placeOf(audio, context),
});

export const audios: EditedMedia<"audio", z.input<typeof editorAudio>, z.input<typeof audioDetails>> = {
  kind: "audio",
  fields: audioFields,
  view: audioView,
  details: (audio, context) => ({
    ...audioView(audio, context),
    ...shownFields(audioFields, "details", audio, context),
    ...checksumOf(audio),
  }),
};

const videoView: View<"video", z.input<typeof editorVideo>> = (video, context) => ({
  id: video.id,
  type: "site.Video",
  ...shownFields(videoFields, "lists", video, context),
  original: fileUrl(video.original),
  poster: urlOrNull(video.poster),
  ...placeOf(video, context),
});

export const videos: EditedMedia<"video", z.input<typeof editorVideo>, z.input<typeof videoDetails>> = {
  kind: "video",
  fields: videoFields,
  view: videoView,
  details: (video, context) => ({
    ...videoView(video, context),
    ...shownFields(videoFields, "details", video, context),
    ...checksumOf(video),
  }),
};

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
