import * as z from "zod/mini";
import { isObject } from "#lib/blocks/is-object.ts";
import type { NamesSaying, SaidName } from "#lib/field.ts";
import { secondsOrTime } from "#lib/media/chapters.ts";
import { aliasPattern, keyOfAlias } from "#lib/pages/addresses.ts";
import type { ContentField, ContentType } from "#lib/pages/content-fields.ts";
import { type ContentValueOf, declared, isLeftOut, type leftOutTypes } from "#lib/pages/content-values.ts";
import { canonicalLanguage, languagePattern, maxLanguageLength } from "#lib/pages/language.ts";
import type { Person } from "#lib/pages/podcast.ts";
import { guidPattern, isGuid, isSlug, maxGuidLength, maxTitleLength, slugPattern } from "#lib/pages/slug.ts";
import {
  maxSoundbites,
  maxSoundbiteTitle,
  repeatedStart,
  repeatedStarts,
  type Soundbite,
} from "#lib/pages/soundbite.ts";
import {
  booleanField,
  choiceField,
  instantField,
  integerField,
  listOf,
  objectOf,
  orNull,
  positiveIntegerField,
  textField,
} from "./fields.ts";
import { secondsField } from "./seconds-field.ts";
import { choiceValues, explanation, id, meaningsOf } from "./shapes.ts";

/**
 * The shapes that the editor API takes and shows of a content field, by its type. Bodies are sections, which
 * are fields by themselves.
 */

type Fields = Readonly<Record<string, ContentField>>;

/** A request's value, where it is not what is stored. */
interface SentValues {
  tags: string[];
  categories: number[];
  authors: string[];
  aliases: string[];
  cover: { id: number; alt_text?: string | undefined } | null;
  audio: { id: number } | null;
  season: { id: number } | null;
  soundbites: { start: number; duration: number; title?: string | undefined }[];
}

/** An answer's value, where it is not what is stored. */
interface ShownValues extends Omit<SentValues, "cover"> {
  cover: { id: number; alt_text: string } | null;
  persons: z.output<typeof person>[];
  soundbites: z.output<typeof soundbite>[];
}

type ValueOf<Field extends ContentField, Values> = Field["type"] extends keyof Values
  ? Values[Field["type"]]
  : ContentValueOf<Field>;

/** A request names neither what only manifests set, nor bodies, which it sends as sections. */
type IsSent<Field> = Field extends { readonly setBy: "manifest" } | { readonly type: "body" } ? false : true;

type SentShape<Declared extends Fields> = {
  [Name in keyof Declared & string as IsSent<Declared[Name]> extends true
    ? SaidName<Name, Declared[Name]>
    : never]: z.ZodMiniOptional<z.ZodMiniType<ValueOf<Declared[Name], SentValues>>>;
};

type ShownMember<Field extends ContentField> = Field["type"] extends (typeof leftOutTypes)[number]
  ? z.ZodMiniOptional<ShapeOf<NonNullable<ValueOf<Field, ShownValues>>>>
  : ShapeOf<ShownValueOf<Field, ValueOf<Field, ShownValues>>>;

type ShapeOf<Value> = z.ZodMiniType<Value, Value>;

type ShownValueOf<Field, Value> = Field extends { readonly shownAs: unknown } ? NonNullable<Value> : Value;

/** The shape of an answer with these fields. */
export type ShownShape<Declared extends Fields> = {
  [Name in keyof Declared & string as Declared[Name]["type"] extends "body"
    ? never
    : SaidName<Name, Declared[Name]>]: ShownMember<Declared[Name]>;
};

/** The place at which a client keeps the page (contract#page-source). */
export const source = z.object({ name: z.string(), path: z.string(), digest: z.string() });

/** A person who takes part in an episode; the API shows them and does not set them. */
const person = z.object({
  name: z.string(),
  role: z.string(),
  group: z.string(),
  link: z.string(),
  image: z.nullable(z.object({ id })),
} satisfies Record<keyof Person, unknown>);

const soundbite = z.object({
  start: z.number(),
  duration: z.number(),
  title: z.string(),
} satisfies Record<"start" | "duration" | Exclude<keyof Soundbite, `${string}Seconds`>, unknown>);

const aliasField = () =>
  textField({
    composed: true,
    grammar: {
      matches: (text) => keyOfAlias(text) !== undefined,
      message:
        "An alias is a path of this site such as /2019/low-water/, outside the service's own addresses.",
      pattern: aliasPattern(),
    },
  });

const sourceField = () =>
  objectOf({
    name: textField({ maxLength: maxTitleLength }),
    path: textField({ maxLength: 1024 }),
    digest: textField({ maxLength: 128 }),
  });

/** A cover to set. Only changes take null as well, which removes one. */
export const coverField = () =>
  objectOf({
    id: integerField(),
    alt_text: z.optional(textField({ maxLength: maxTitleLength, blank: true })),
  });

const reference = () => orNull(objectOf({ id: integerField() }));

const languageField = () =>
  textField({
    maxLength: maxLanguageLength,
    grammar: {
      matches: (text) => canonicalLanguage(text) !== undefined,
      message: "A language is a tag such as de or pt-BR.",
      pattern: languagePattern(),
    },
  });

const soundbiteField = () =>
  objectOf({
    start: secondsField(),
    duration: secondsField({ isPositive: true }),
    title: z.optional(textField({ maxLength: maxSoundbiteTitle, blank: true })),
  });

const startOf = (soundbite: unknown): number | undefined =>
  isObject(soundbite) ? secondsOrTime(String(soundbite.start).trim()) : undefined;

const noShape = () => undefined;

type ByType<Made> = { readonly [Type in ContentType]: (field: ContentField) => Made };

/** The shapes of values in requests. A type that requests cannot set has none. */
const sentShapes: ByType<z.ZodMiniType | undefined> = {
  title: () => textField({ maxLength: maxTitleLength }),
  slug: () =>
    textField({
      maxLength: maxTitleLength,
      composed: true,
      grammar: {
        matches: isSlug,
        message: "A slug consists of letters, digits, underscores and hyphens.",
        pattern: slugPattern(),
      },
    }),
  text: ({ maxLength }) => textField({ ...(maxLength && { maxLength }), blank: true }),
  instant: instantField,
  number: () => orNull(positiveIntegerField()),
  boolean: booleanField,
  choice: (field) => choiceField(choiceValues(field), meaningsOf(field)),
  tags: () => listOf(textField({ maxLength: 100 })),
  categories: () => listOf(integerField()),
  authors: () => listOf(textField({ maxLength: maxTitleLength })),
  aliases: () => listOf(aliasField()),
  guid: () =>
    orNull(
      textField({
        maxLength: maxGuidLength,
        grammar: {
          matches: isGuid,
          message: "A GUID consists of visible characters.",
          pattern: guidPattern(),
        },
      }),
    ),
  cover: () => orNull(coverField()),
  source: () => orNull(sourceField()),
  language: () => orNull(languageField()),
  pageId: () => orNull(positiveIntegerField()),
  audio: reference,
  season: reference,
  soundbites: () =>
    listOf(soundbiteField(), {
      maxItems: maxSoundbites,
      compare: (soundbites, report) => {
        for (const index of repeatedStarts(soundbites.map(startOf)))
          report("duplicate", repeatedStart, [index, "start"]);
      },
    }),
  richText: noShape,
  theme: noShape,
  persons: noShape,
  podcast: noShape,
  body: noShape,
};

const textShape = () => z.string();
const textsShape = () => z.array(z.string());
const referenceShape = () => z.nullable(z.object({ id }));

/** The shapes of values in answers. A type that answers do not show has none. */
const shownShapes: ByType<z.ZodMiniType | undefined> = {
  title: textShape,
  slug: textShape,
  text: textShape,
  richText: textShape,
  instant: () => z.iso.datetime(),
  number: () => z.nullable(id),
  boolean: () => z.boolean(),
  choice: (field) =>
    z
      .literal(choiceValues(field))
      .register(z.globalRegistry, { description: explanation(meaningsOf(field)) }),
  theme: () => z.nullable(z.string()),
  tags: textsShape,
  categories: () => z.array(id),
  authors: textsShape,
  aliases: textsShape,
  guid: textShape,
  source: () => source,
  language: textShape,
  pageId: () => id,
  cover: () => z.nullable(z.object({ id, alt_text: z.string() })),
  audio: referenceShape,
  season: referenceShape,
  persons: () => z.array(person),
  soundbites: () => z.array(soundbite),
  podcast: noShape,
  body: noShape,
};

const shapeOf = (fields: Fields, shapeFor: (field: ContentField) => z.ZodMiniType | undefined) =>
  Object.fromEntries(
    declared(fields).flatMap(([, field, wire]) => {
      const shape = shapeFor(field);
      return shape ? [[wire, shape]] : [];
    }),
  );

/** The members of a request for these fields, each of which it may leave out. */
export const sentFields = <const Declared extends Fields>(fields: Declared) =>
  shapeOf(fields, (field) => {
    const shape = field.setBy === "manifest" ? undefined : sentShapes[field.type](field);
    return shape && z.optional(shape);
  }) as SentShape<Declared>;

type RequiredShape<Declared extends Fields> = {
  [Name in NamesSaying<Declared, { readonly required: true }> as SaidName<
    Name,
    Declared[Name]
  >]: z.ZodMiniType<ValueOf<Declared[Name], SentValues>>;
};

/** The members that a request must have to create an object with these fields. */
export const requiredFields = <const Declared extends Fields>(fields: Declared) =>
  shapeOf(fields, (field) =>
    field.required ? sentShapes[field.type](field) : undefined,
  ) as RequiredShape<Declared>;

/** The shape of the field in answers; undefined for bodies, and for fields that no answer shows. */
export const shownShape = (field: ContentField): z.ZodMiniType | undefined => {
  const shape = shownShapes[field.type](field);
  return shape && isLeftOut(field, undefined) ? z.optional(shape) : shape;
};

/** The members of answers for these fields. */
export const shownFields = <const Declared extends Fields>(fields: Declared) =>
  shapeOf(fields, shownShape) as ShownShape<Declared>;
