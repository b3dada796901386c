import * as z from "zod/mini";
import { inOrder, type SaidName } from "#lib/field.ts";
import { byAudioFormat } from "#lib/media/audio-formats.ts";
import { chapterSeconds, maxChapters } from "#lib/media/chapters.ts";
import { declaredMedia, fieldsOfMedia, type MediaValueOf } from "#lib/media/media.ts";
import {
  audioFields,
  imageFields,
  type MediaField,
  type MediaFields,
  type MediaType,
  mediaFields,
  videoFields,
} from "#lib/media/media-fields.ts";
import { maxTags } from "#lib/media/tag-text.ts";
import { isWebAddress } from "#lib/richtext/links.ts";
import {
  choiceField,
  listOf,
  objectOf,
  orNull,
  parsedText,
  positiveIntegerField,
  textField,
} from "./fields.ts";
import { id, oneOf } from "./shapes.ts";

/** What the editor API takes and shows of a field of media, by its type. */

const dayInSeconds = 24 * 60 * 60;

const start = () =>
  parsedText(
    (text) => {
      const isNumber = /^\d{1,5}(\.\d+)?$/.test(text) && Number(text) < dayInSeconds;
      const seconds = isNumber ? Math.floor(Number(text) * 1000) / 1000 : chapterSeconds(text);
      if (seconds !== undefined) return { value: seconds };
      const message = "Expected seconds, or a time such as 1:02:03.45, below 24 hours.";
      return { problems: [{ code: "invalid", message }] };
    },
    {},
    { type: ["number", "string"], description: "Seconds, or a time such as `1:02:03.45`." },
  );

const webAddress = () =>
  textField({
    blank: true,
    grammar: {
      matches: (text) => text === "" || isWebAddress(text),
      message: "Expected an address that begins with https:// or http://.",
    },
  });

const sentChapter = () =>
  objectOf({
    start: start(),
    title: textField({ maxLength: 255 }),
    link: z.optional(webAddress()),
    image: z.optional(webAddress()),
  });

/** Chapters as PATCH takes them. */
export const sentChapters = () => listOf(sentChapter(), { maxItems: maxChapters });

export type SentChapter = z.output<ReturnType<typeof sentChapter>>;

type ShapesByType = { readonly [Type in MediaType]?: (field: MediaField) => z.ZodMiniType };

/** What an upload form, or PATCH, says of a text that is never null. */
export const sentText = ({ maxLength, required }: MediaField) =>
  textField({ ...(maxLength && { maxLength }), blank: !required });

const valuesOf = ({ choices = [] }: MediaField) => choices.map(([value]) => value);

/** One of its choices, of which the document says what each means. */
export const sentChoice = (field: MediaField) => choiceField(valuesOf(field), meaningsOf(field));

export const meaningsOf = ({ choices = [] }: MediaField): Record<string, string> =>
  Object.fromEntries(choices);

/** What PATCH takes. What it does not take has no shape. */
const sentShapes: ShapesByType = {
  text: (field) => (field.empty === null ? orNull(sentText({ ...field, required: true })) : sentText(field)),
  choice: sentChoice,
  tags: () => listOf(textField({ maxLength: 100 }), { maxItems: maxTags }),
  chapters: sentChapters,
  collection: () => positiveIntegerField(),
};

/** What the editor API calls the field in PATCH and answers. */
export type EditedName<Name extends string, Field> = Field extends {
  readonly editedAs: infer Called extends string;
}
  ? Called
  : SaidName<Name, Field>;

/** The body of a PATCH of media with these fields, each of which it may leave out. */
const changesOf = (fields: MediaFields) =>
  z.object(
    Object.fromEntries(
      declaredMedia(fields).flatMap(([, field, wire]) => {
        const shape = isChanged(field) ? sentShapes[field.type]?.(field) : undefined;
        return shape ? [[field.editedAs ?? wire, z.optional(shape)]] : [];
      }),
    ),
  );

const isChanged = ({ setBy, made, onlyUploaded }: MediaField): boolean => !(setBy || made || onlyUploaded);

export const imageChanges = changesOf(fieldsOfMedia.image);
export const audioChanges = changesOf(fieldsOfMedia.audio);
export const videoChanges = changesOf(fieldsOfMedia.video);

const place = z.object({ id, name: z.string() });

const checksum = { parts_sha256: z.nullable(z.string()) };

const shownChapter = () =>
  z.object({ start: z.number(), title: z.string(), link: z.string(), image: z.string() });

const shownTranscript = () => z.object({ url: z.string(), bytes: z.int(), ...checksum });

/** An answer's value, where it is not what is stored. */
interface ShownValues {
  tags: string[];
  collection: z.output<typeof place>;
  chapters: z.output<ReturnType<typeof shownChapter>>[];
  transcript: z.output<ReturnType<typeof shownTranscript>> | null;
}

type ShownValueOf<Field extends MediaField> = Field["type"] extends keyof ShownValues
  ? ShownValues[Field["type"]]
  : MediaValueOf<Field>;

/** What answers show. Other files are shown by several members, each of a surface. */
const shownShapes: ShapesByType = {
  text: ({ empty }) => (empty === null ? z.nullable(z.string()) : z.string()),
  choice: (field) => oneOf(valuesOf(field), meaningsOf(field)),
  tags: () => z.array(z.string()),
  collection: () => place,
  chapters: () => z.array(shownChapter()),
  transcript: () => z.nullable(shownTranscript()),
  seconds: () => z.nullable(z.number()),
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
const mediaObject = {
  ...inOrder(["id", "collection"], { id, ...shownFields(mediaFields, "lists") }),
  edit_url: z.nullable(z.string()),
};

export const editorImage = z.object({
  ...mediaObject,
  type: z.literal("images.Image"),
  ...shownFields(imageFields, "lists"),
  file: z.string(),
  width: z.int(),
  height: z.int(),
});

export const editorAudio = z.object({
  ...mediaObject,
  type: z.literal("site.Audio"),
  ...shownFields(audioFields, "lists"),
  file_formats: z.string(),
  ...byAudioFormat(() => z.nullable(z.string())),
});

export const editorVideo = z.object({
  ...mediaObject,
  type: z.literal("site.Video"),
  ...shownFields(videoFields, "lists"),
  original: z.string(),
  poster: z.nullable(z.string()),
});

const imageMore = {
  ...shownFields(imageFields, "details"),
  ...checksum,
  renditions: z.array(z.object({ width: z.int(), height: z.int(), url: z.string() })),
};

const audioMore = { ...shownFields(audioFields, "details"), ...checksum };

const videoMore = { ...shownFields(videoFields, "details"), ...checksum };

/** Objects with what lists leave out unless they are asked for it (contract#media-details). */
export const imageDetails = z.extend(editorImage, imageMore);
export const audioDetails = z.extend(editorAudio, audioMore);
export const videoDetails = z.extend(editorVideo, videoMore);

export const listedImage = z.extend(editorImage, z.partial(z.object(imageMore)).shape);
export const listedAudio = z.extend(editorAudio, z.partial(z.object(audioMore)).shape);
export const listedVideo = z.extend(editorVideo, z.partial(z.object(videoMore)).shape);

/** A collection that media can be put into (contract#collections). */
export const uploadCollection = z.object({
  id,
  name: z.string(),
  breadcrumb: z.string(),
  ancestors: z.array(place),
});
