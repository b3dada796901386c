import * as z from "zod";
import { feedNames } from "#lib/feeds/feed-names.ts";
import { declarationsIn, type SaidName } from "#lib/field.ts";
import { maxTags } from "#lib/media/tag-text.ts";
import {
  type ObjectField,
  type ObjectFields,
  type ObjectType,
  type ObjectValueOf,
  ordinaryValue,
} from "#lib/object-fields.ts";
import { maxAliases } from "#lib/pages/addresses.ts";
import type { ContentField, ContentType } from "#lib/pages/content-fields.ts";
import type { ContentValueOf } from "#lib/pages/content-values.ts";
import { personFields, podcastDetailFields } from "#lib/pages/podcast.ts";
import { isGuid, maxGuidLength, maxTitleLength } from "#lib/pages/slug.ts";
import { maxSoundbites, maxSoundbiteTitle, repeatedStart, repeatedStarts } from "#lib/pages/soundbite.ts";
import { richTextFeatureNames } from "#lib/richtext/features.ts";
import {
  collectionPath,
  emailAddress,
  hostName,
  hubAddress,
  instant,
  languageTag,
  origin,
  pagePath,
  podcastCategory,
  secondsOrTimeField,
  siteLinkTarget,
  sitePath,
  slug,
  text,
  timezone,
  title,
  uuid,
  verbatim,
  webAddress,
} from "./fields.ts";

/** The values in a manifest that replace stored ones. */
interface SaidValues {
  tags: string[];
  categories: string[];
  authors: string[];
  aliases: string[];
  cover: { image: string; alt_text?: string | undefined } | null;
  audio: { audio: string } | null;
  season: { season: string } | null;
  image: { image: string } | null;
  page: string;
  pageId: string | null;
  pages: string[];
  groups: string[];
  collection: string;
  persons: ObjectSaid<typeof personFields>[];
  soundbites: z.output<ReturnType<typeof soundbites>>;
  podcast: ObjectSaid<typeof podcastDetailFields> | null;
}

type AnyField = ContentField | ObjectField;

export type SaidValueOf<Field extends AnyField> = Field["type"] extends keyof SaidValues
  ? SaidValues[Field["type"]]
  : Field extends { readonly type: "objects" | "persons"; readonly fields: infer Fields extends ObjectFields }
    ? ObjectSaid<Fields>[]
    : Field extends ContentField
      ? ContentValueOf<Field>
      : Field extends ObjectField
        ? ObjectValueOf<Field>
        : never;

type ShapeOf<Field extends ObjectField> = Field extends
  | { readonly required: true }
  | { readonly stated: true }
  ? z.ZodType<SaidValueOf<Field>>
  : z.ZodOptional<z.ZodType<SaidValueOf<Field>>>;

type ObjectShape<Fields extends ObjectFields> = {
  readonly [Name in keyof Fields & string as SaidName<Name, Fields[Name]>]: ShapeOf<Fields[Name]>;
};

/** The members of an object in a manifest. */
export type ObjectSaid<Fields extends ObjectFields> = z.output<z.ZodObject<ObjectShape<Fields>>>;

/** The schema of an object with these fields in a manifest. */
export const objectSchema = <const Fields extends ObjectFields>(fields: Fields) =>
  z.strictObject(
    Object.fromEntries(
      declarationsIn(fields).map(([, field, wire]) => {
        const saying = sayings[field.type](field);
        if (field.required) return [wire, saying];
        return [wire, field.stated ? saying.default(ordinaryValue(field)) : saying.optional()];
      }),
    ) as ObjectShape<Fields>,
  );

interface SaidField extends Omit<ObjectField, "type"> {
  readonly type: SaidType;
}

const names = () => z.array(text());

/** Bodies are written as sections. */
type SaidType = Exclude<ContentType, "body"> | ObjectType;

/** The schema of a field in a manifest, by its type. */
export const sayings: { readonly [Type in SaidType]: (field: SaidField) => z.ZodType } = {
  title,
  slug,
  line: ({ maxLength }) => text({ ...(maxLength && { max: maxLength }) }),
  text: ({ maxLength }) => text({ ...(maxLength && { max: maxLength }), blank: true }),
  richText: verbatim,
  theme: ({ empty }) => (typeof empty === "string" ? slug() : slug().nullable()),
  instant,
  number: () => z.int().min(1).nullable(),
  boolean: () => z.boolean(),
  choice: (field) => {
    const values = z.union((field.choices ?? []).map(([value]) => z.literal(value)));
    const texts = (field.choices ?? []).flatMap(([value]) => (typeof value === "string" ? [value] : []));
    const choice = texts.length > 0 ? z.enum(texts) : values;
    return field.required || (field.empty ?? null) !== null ? choice : choice.nullable();
  },
  timezone,
  language: () => languageTag().nullable(),
  uuid,
  email: emailAddress,
  origin: () => origin().nullable(),
  webAddress: () => webAddress({ blank: false }),
  linkTarget: siteLinkTarget,
  hub: () => hubAddress().nullable(),
  image: () => z.strictObject({ image: text() }).nullable(),
  page: pagePath,
  pageId: () => pagePath().nullable(),
  pages: () => z.array(pagePath()),
  groups: names,
  collection: collectionPath,
  sitePath,
  feedName: () => z.enum(feedNames),
  integer: ({ min = 0, max }) => (max === undefined ? z.int().min(min) : z.int().min(min).max(max)),
  someOf: ({ names = [], ...field }) => listOf(z.enum(names), field),
  hosts: (field) => listOf(hostName(), field),
  features: () => z.array(z.enum(richTextFeatureNames)),
  object: ({ fields = {} }) => objectSchema(fields).nullable(),
  objects: ({ fields = {}, ...field }) => listOf(objectSchema(fields), field),
  podcastCategories: (field) => listOf(podcastCategory(), field),
  tags: () => z.array(text({ max: 100 })).max(maxTags),
  categories: names,
  authors: names,
  aliases: () => z.array(sitePath()).max(maxAliases),
  guid: () => text({ max: maxGuidLength }).refine(isGuid, "expected visible characters").nullable(),
  source: () =>
    z
      .strictObject({
        name: text({ max: maxTitleLength }),
        path: text({ max: 1024 }),
        digest: text({ max: 128 }),
      })
      .nullable(),
  cover: () =>
    z
      .strictObject({
        image: text(),
        alt_text: text({ max: maxTitleLength, blank: true }).optional(),
      })
      .nullable(),
  audio: () => z.strictObject({ audio: text() }).nullable(),
  season: () => z.strictObject({ season: text() }).nullable(),
  persons: () => z.array(person).max(100),
  soundbites: () => soundbites(),
  podcast: () => objectSchema(podcastDetailFields).nullable(),
};

const listOf = (
  member: z.ZodType,
  { minMembers, maxMembers }: Pick<SaidField, "minMembers" | "maxMembers">,
) => {
  const list = minMembers === undefined ? z.array(member) : z.array(member).min(minMembers);
  return maxMembers === undefined ? list : list.max(maxMembers);
};

/** The JSON Schema describes both once. */
const person = objectSchema(personFields).meta({ id: "Person" });

const soundbite = z
  .strictObject({
    start: secondsOrTimeField(),
    duration: secondsOrTimeField({ isPositive: true }),
    title: text({ max: maxSoundbiteTitle, blank: true }).optional(),
  })
  .meta({ id: "Soundbite" });

const soundbites = () =>
  z
    .array(soundbite)
    .max(maxSoundbites)
    .superRefine(
      (list, context) => {
        for (const index of repeatedStarts(list.map((each) => each?.start)))
          context.addIssue({
            ...{ code: "custom", path: [index, "start"], message: repeatedStart },
            params: { code: "duplicate" },
          });
      },
      // Also where members have other problems.
      { when: ({ value }) => Array.isArray(value) },
    );
