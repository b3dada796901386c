import * as z from "zod/mini";
import { inOrder, type SaidName } from "#lib/field.ts";
import { byAudioFormat } from "#lib/media/audio-formats.ts";
import type { FocalPoint } from "#lib/media/focal-point.ts";
import { declaredMedia, type MediaValueOf } from "#lib/media/media.ts";
import {
  audioFields,
  imageFields,
  type MediaField,
  type MediaFields,
  type MediaType,
  mediaFields,
  videoFields,
} from "#lib/media/media-fields.ts";
import { verbsOfMedia } from "./may-shapes.ts";
import { choiceValues, id, meaningsOf, oneOf, shapeOf } from "./shapes.ts";

/** What the editor API shows of a field of media, by its type. */

type ShapesByType = { readonly [Type in MediaType]?: (field: MediaField) => z.ZodMiniType };

/** What the editor API calls the field in PATCH and answers. */
export type EditedName<Name extends string, Field> = Field extends {
  readonly editedAs: infer Called extends string;
}
  ? Called
  : SaidName<Name, Field>;

const place = z.object({ id, name: z.string() });

const checksum = () => ({ parts_sha256: z.nullable(z.string()) });

const shownChapter = () =>
  z.object({ start: z.number(), title: z.string(), link: z.string(), image: z.string() });

/** A point of a picture, in fractions of its width and height when it is upright. */
const point = z.object({ x: z.number(), y: z.number() });

const shownTranscript = () => z.object({ url: z.string(), bytes: z.int(), ...checksum() });

/** An answer's value, where it is not what is stored. */
interface ShownValues {
  tags: string[];
  collection: z.output<typeof place>;
  chapters: z.output<ReturnType<typeof shownChapter>>[];
  transcript: z.output<ReturnType<typeof shownTranscript>> | null;
  point: FocalPoint | null | undefined;
}

type ShownValueOf<Field extends MediaField> = Field["type"] extends keyof ShownValues
  ? ShownValues[Field["type"]]
  : MediaValueOf<Field>;

/** What answers show. Other files are shown by several members, each of a surface. */
const shownShapes: ShapesByType = {
  text: ({ empty }) => (empty === null ? z.nullable(z.string()) : z.string()),
  choice: (field) => oneOf(choiceValues(field), meaningsOf(field)),
  tags: () => z.array(z.string()),
  collection: () => place,
  chapters: () => z.array(shownChapter()),
  transcript: () => z.nullable(shownTranscript()),
  seconds: () => z.nullable(z.number()),
  mark: () => z.optional(z.literal(true)),
  point: () => z.optional(z.nullable(point)),
};

type Unshown = { readonly hidden: true } | { readonly type: "picture" | "recordings" | "video" };

/** The shape of an answer with these fields: those that lists have, or those that they leave out. */
export type ShownMediaShape<Declared extends MediaFields, Where extends "lists" | "details"> = {
  [Name in keyof Declared & string as Declared[Name] extends Unshown
    ? never
    : Declared[Name] extends { readonly inLists: true }
      ? Where extends "lists"
        ? EditedName<Name, Declared[Name]>
        : never
      : Where extends "details"
        ? EditedName<Name, Declared[Name]>
        : never]: z.ZodMiniType<ShownValueOf<Declared[Name]>, ShownValueOf<Declared[Name]>>;
};

/** What answers show of these fields: in lists, too, or beside what lists show. */
const shownFields = <const Declared extends MediaFields, Where extends "lists" | "details">(
  fields: Declared,
  where: Where,
) =>
  Object.fromEntries(
    declaredMedia(fields).flatMap(([, field, wire]) => {
      const isShown = !field.hidden && (field.inLists === true) === (where === "lists");
      const shape = isShown ? shownShapes[field.type]?.(field) : undefined;
      return shape ? [[field.editedAs ?? wire, shape]] : [];
    }),
  ) as ShownMediaShape<Declared, Where>;

/** The members that all kinds of media have (contract#media-objects). */
const mediaObject = () => ({
  ...inOrder(["id", "collection"], { id, ...shownFields(mediaFields, "lists") }),
  edit_url: z.nullable(z.string()),
});

export const editorImage = /* @__PURE__ */ shapeOf(() => ({
  ...mediaObject(),
  type: z.literal("images.Image"),
  ...shownFields(imageFields, "lists"),
  file: z.string(),
  width: z.int(),
  height: z.int(),
}));

export const editorAudio = /* @__PURE__ */ shapeOf(() => ({
  ...mediaObject(),
  type: z.literal("site.Audio"),
  ...shownFields(audioFields, "lists"),
  file_formats: z.string(),
  ...byAudioFormat(() => z.nullable(z.string())),
}));

export const editorVideo = /* @__PURE__ */ shapeOf(() => ({
  ...mediaObject(),
  type: z.literal("site.Video"),
  ...shownFields(videoFields, "lists"),
  original: z.string(),
  poster: z.nullable(z.string()),
}));

const rendition = () => z.object({ width: z.int(), height: z.int(), url: z.string() });

const imageMore = () => ({
  ...shownFields(imageFields, "details"),
  ...checksum(),
  animated: z.optional(z.literal(true)),
  renditions: z.array(rendition()),
  avif: z.optional(z.array(rendition())),
});

const audioMore = () => ({ ...shownFields(audioFields, "details"), ...checksum() });

const videoMore = () => ({ ...shownFields(videoFields, "details"), ...checksum() });

/** Objects with what lists leave out unless they are asked for it (contract#media-details). */
export const imageDetails = /* @__PURE__ */ shapeOf(() => ({ ...editorImage.shape, ...imageMore() }));
export const audioDetails = /* @__PURE__ */ shapeOf(() => ({ ...editorAudio.shape, ...audioMore() }));
export const videoDetails = /* @__PURE__ */ shapeOf(() => ({ ...editorVideo.shape, ...videoMore() }));

const ifAsked = () => ({ may: z.optional(verbsOfMedia) });

const partly = <Members extends z.core.$ZodLooseShape>(members: Members) =>
  z.partial(z.object(members)).shape;

export const listedImage = /* @__PURE__ */ shapeOf(() => ({
  ...editorImage.shape,
  ...partly(imageMore()),
  ...ifAsked(),
}));
export const listedAudio = /* @__PURE__ */ shapeOf(() => ({
  ...editorAudio.shape,
  ...partly(audioMore()),
  ...ifAsked(),
}));
export const listedVideo = /* @__PURE__ */ shapeOf(() => ({
  ...editorVideo.shape,
  ...partly(videoMore()),
  ...ifAsked(),
}));

/** Objects as they are read, with what the caller may do if they ask (contract#may). */
export const readableImage = /* @__PURE__ */ shapeOf(() => ({ ...imageDetails.shape, ...ifAsked() }));
export const readableAudio = /* @__PURE__ */ shapeOf(() => ({ ...audioDetails.shape, ...ifAsked() }));
export const readableVideo = /* @__PURE__ */ shapeOf(() => ({ ...videoDetails.shape, ...ifAsked() }));

/** A collection that media can be put into (contract#collections). */
export const uploadCollection = /* @__PURE__ */ shapeOf(() => ({
  id,
  name: z.string(),
  breadcrumb: z.string(),
  ancestors: z.array(place),
}));
