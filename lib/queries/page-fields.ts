import type { ValueKind } from "./field-values.ts";
import type { PageType } from "./page-types.ts";

/**
 * A field of a representation. `place`: in the item itself or in its `meta`. `shown`: by default, by default
 * on details only, on request only, on details and never in lists, or only by its name, so that `*` stays
 * what it was. `stored`: lists may filter and order by it. `nested`: `fields` may continue in brackets after
 * its name.
 */
export interface FieldRule {
  readonly name: string;
  readonly place: "body" | "meta";
  readonly shown: "always" | "details" | "asked" | "details only" | "named";
  readonly stored?: ValueKind;
  readonly nested?: "shown" | "ignored";
}

const baseFields = [
  { name: "id", place: "body", shown: "always", stored: "integer" },
  { name: "title", place: "body", shown: "always", stored: "text" },
  { name: "type", place: "meta", shown: "always" },
  { name: "detail_url", place: "meta", shown: "always" },
  { name: "html_url", place: "meta", shown: "always" },
  { name: "slug", place: "meta", shown: "always", stored: "slug" },
  { name: "first_published_at", place: "meta", shown: "always", stored: "datetime" },
  { name: "show_in_menus", place: "meta", shown: "details", stored: "boolean" },
  { name: "seo_title", place: "meta", shown: "details", stored: "text" },
  { name: "search_description", place: "meta", shown: "details", stored: "text" },
  { name: "alias_of", place: "meta", shown: "details", stored: "integer", nested: "ignored" },
  { name: "parent", place: "meta", shown: "details only" },
  { name: "locale", place: "meta", shown: "asked", stored: "text" },
  { name: "last_published_at", place: "meta", shown: "named" },
  { name: "digest", place: "body", shown: "named" },
] as const satisfies readonly FieldRule[];

const blogFields = [
  { name: "description", place: "body", shown: "details", stored: "text" },
  { name: "feeds", place: "body", shown: "named" },
] as const satisfies readonly FieldRule[];

const postFields = [
  { name: "uuid", place: "body", shown: "details", stored: "uuid" },
  { name: "visible_date", place: "body", shown: "details", stored: "datetime" },
  { name: "comments_are_enabled", place: "body", shown: "details" },
  { name: "cover_image", place: "body", shown: "details", stored: "integer", nested: "shown" },
  { name: "cover_alt_text", place: "body", shown: "details", stored: "text" },
  { name: "cover_image_poster_url", place: "body", shown: "details" },
  { name: "body", place: "body", shown: "details", stored: "text" },
  { name: "html_overview", place: "body", shown: "details" },
  { name: "html_detail", place: "body", shown: "details" },
  { name: "comments", place: "body", shown: "details" },
  { name: "comments_security_data", place: "body", shown: "details" },
  { name: "webplayer_players", place: "body", shown: "details" },
  { name: "aliases", place: "body", shown: "details" },
  { name: "tags", place: "body", shown: "named" },
  { name: "categories", place: "body", shown: "named" },
  { name: "authors", place: "body", shown: "named" },
  { name: "cover", place: "body", shown: "named" },
  { name: "media", place: "body", shown: "named" },
  { name: "podcast_audio", place: "body", shown: "named" },
  { name: "episode_number", place: "body", shown: "named" },
  { name: "episode_type", place: "body", shown: "named" },
  { name: "season", place: "body", shown: "named" },
  { name: "keywords", place: "body", shown: "named" },
  { name: "explicit", place: "body", shown: "named" },
  { name: "block", place: "body", shown: "named" },
] as const satisfies readonly FieldRule[];

/** The fields of a page's cover image, in the order of its representation (contract#cover-images). */
export const coverImageFields = [
  { name: "id", place: "body", shown: "always" },
  { name: "type", place: "meta", shown: "always" },
  { name: "detail_url", place: "meta", shown: "always" },
  { name: "tags", place: "meta", shown: "asked" },
  { name: "download_url", place: "meta", shown: "always" },
  { name: "title", place: "body", shown: "always" },
  { name: "width", place: "body", shown: "asked" },
  { name: "height", place: "body", shown: "asked" },
] as const satisfies readonly FieldRule[];

/** The fields that are shown only by their names, which may stand beside `*`. */
export const namedFields: ReadonlySet<string> = new Set(
  [...baseFields, ...blogFields, ...postFields].flatMap(({ name, shown }) =>
    shown === "named" ? [name] : [],
  ),
);

export type PageFieldName = (typeof baseFields | typeof blogFields | typeof postFields)[number]["name"];

export type CoverImageFieldName = (typeof coverImageFields)[number]["name"];

export type PageField = FieldRule & { readonly name: PageFieldName };

const fieldsByType: Record<PageType, readonly PageField[]> = {
  "site.Page": baseFields,
  "site.HomePage": baseFields,
  "site.Blog": [...baseFields, ...blogFields],
  "site.Podcast": [...baseFields, ...blogFields],
  "site.Post": [...baseFields, ...postFields],
  "site.Episode": [...baseFields, ...postFields],
};

/** The fields of pages of these types, in order; a single type has its own (contract#page-fields). */
export const fieldsOf = (types: readonly PageType[]): readonly PageField[] => {
  const [type, ...others] = types;
  return type !== undefined && others.length === 0 ? fieldsByType[type] : baseFields;
};

/** A field that lists may filter and order by. */
export type StoredField = PageField & { readonly stored: ValueKind };

export const storedFieldsOf = (types: readonly PageType[]): readonly StoredField[] =>
  fieldsOf(types).filter((field): field is StoredField => field.stored !== undefined);
