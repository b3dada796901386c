import * as z from "zod/mini";
import { maxChapters } from "#lib/media/chapters.ts";
import { allAudioFields, allImageFields, allVideoFields, declaredMedia } from "#lib/media/media.ts";
import type { MediaField, MediaFields, MediaType } from "#lib/media/media-fields.ts";
import { maxTags } from "#lib/media/tag-text.ts";
import { isWebAddress } from "#lib/richtext/address-schemes.ts";
import {
  choiceField,
  fractionField,
  listOf,
  objectOf,
  orNull,
  positiveIntegerField,
  textField,
} from "./fields.ts";
import { secondsField } from "./seconds-field.ts";
import { choiceValues, meaningsOf } from "./shapes.ts";

/** What the editor API takes of a field of media, by its type. */

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
    start: secondsField(),
    title: textField({ maxLength: 255 }),
    link: z.optional(webAddress()),
    image: z.optional(webAddress()),
  });

/** Chapters as PATCH takes them. */
export const sentChapters = () => listOf(sentChapter(), { maxItems: maxChapters });

export type SentChapter = z.output<ReturnType<typeof sentChapter>>;

/** A point of a picture. */
const sentPoint = () => objectOf({ x: fractionField(), y: fractionField() }, { isToldBelow: false });

/** What an upload form, or PATCH, says of a text that is never null. */
export const sentText = ({ maxLength, required }: MediaField) =>
  textField({ ...(maxLength && { maxLength }), blank: !required });

/** One of its choices, of which the document says what each means. */
export const sentChoice = (field: MediaField) => choiceField(choiceValues(field), meaningsOf(field));

/** What PATCH takes. What it does not take has no shape. */
const sentShapes: { readonly [Type in MediaType]?: (field: MediaField) => z.ZodMiniType } = {
  text: (field) => (field.empty === null ? orNull(sentText({ ...field, required: true })) : sentText(field)),
  choice: sentChoice,
  tags: () => listOf(textField({ maxLength: 100 }), { maxItems: maxTags }),
  chapters: sentChapters,
  point: () => orNull(sentPoint()),
  collection: () => positiveIntegerField(),
};

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

export const imageChanges = /* @__PURE__ */ changesOf(allImageFields);
export const audioChanges = /* @__PURE__ */ changesOf(allAudioFields);
export const videoChanges = /* @__PURE__ */ changesOf(allVideoFields);
