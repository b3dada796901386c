import { type DeclaredField, declarationsIn, type FilterKind, type ObjectOf } from "#lib/field.ts";
import type { ContentField, ContentFields, ContentType, ContentValues } from "./content-fields.ts";

/** The declarations of content fields, each with its name and the name that the API and files use. */
export const declared: <Name extends string>(
  fields: Readonly<Record<Name, ContentField>>,
) => readonly DeclaredField<Name, ContentField>[] = declarationsIn;

/**
 * The values of fields that nobody has set, if they are not null. Titles and dates are always given or made.
 */
const empties: { readonly [Type in ContentType]?: ContentValues[Type] } = {
  title: "",
  slug: "",
  text: "",
  richText: "",
  instant: "",
  boolean: false,
  tags: [],
  categories: [],
  authors: [],
  aliases: [],
  body: [],
  persons: [],
  soundbites: [],
};

/** Answers leave out fields of these types while they are empty, and show those of all others. */
export const leftOutTypes = [
  "authors",
  "aliases",
  "guid",
  "source",
  "language",
  "pageId",
  "persons",
  "soundbites",
] as const;

export const isLeftOut = (field: ContentField, value: unknown): boolean =>
  leftOutTypes.some((type) => type === field.type) && isEmpty(field, value);

/** How a query writes the values of fields that lists filter by. */
export const filterKinds: Partial<Readonly<Record<ContentType, FilterKind>>> = {
  title: "text",
  slug: "slug",
  text: "text",
  richText: "text",
  body: "text",
  choice: "text",
  instant: "datetime",
  number: "integer",
  boolean: "boolean",
  cover: "integer",
};

export const emptyOf = ({ type, empty }: ContentField): unknown =>
  empty === undefined ? (empties[type] ?? null) : empty;

export const isEmpty = (field: ContentField, value: unknown): boolean =>
  value === undefined || value === emptyOf(field) || (Array.isArray(value) && value.length === 0);

/** The stored value of a field. */
export type ContentValueOf<Field extends ContentField> = Field extends {
  readonly choices: readonly (readonly [infer Choice, string])[];
}
  ? Choice | (Field extends { readonly empty: infer Empty } ? Empty : null)
  : ContentValues[Field["type"]];

/** The content with these fields; fields that may be absent are absent while they are empty. */
export type ContentOf<Fields extends ContentFields> = ObjectOf<
  Fields,
  { readonly [Name in keyof Fields]: ContentValueOf<Fields[Name]> }
>;
