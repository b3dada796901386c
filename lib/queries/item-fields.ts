import type { FilterKind, ItemRule, NamesSaying, WireName } from "#lib/field.ts";
import {
  blogFields,
  type ContentField,
  episodeFields,
  pageFields,
  postFields,
} from "#lib/pages/content-fields.ts";
import { declared, filterKinds } from "#lib/pages/content-values.ts";
import type { PageType } from "./page-types.ts";

/**
 * A field of a representation, as {@link ItemRule}. `place`: in the item itself or in its `meta`. `stored`:
 * lists may filter and order by it.
 */
export interface FieldRule extends Pick<ItemRule, "shown" | "nested"> {
  readonly name: string;
  readonly place: "body" | "meta";
  readonly stored?: FilterKind;
}

type Content = Readonly<Record<string, ContentField>>;

type ItemName<Fields> = WireName<NamesSaying<Fields, { readonly item: ItemRule }>>;

type Listed<Fields> = readonly (FieldRule | ItemName<Fields>)[];

/** The rules in this order, with those of content fields in the places of their names; others follow. */
const rulesOf = <const Fields extends Content>(
  fields: Fields,
  list: Listed<Fields>,
): readonly PageField[] => {
  const own = new Map(
    declared(fields).flatMap(([, { type, item }, name]) => {
      if (!item) return [];
      const { place = "body", shown, filter, nested } = item;
      const stored = filter ? filterKinds[type] : undefined;
      return [[name, { name, place, shown, ...(stored && { stored }), ...(nested && { nested }) }]];
    }),
  );
  const placed = list.map((each) => (typeof each === "string" ? own.get(each) : each));
  const rest = [...own].flatMap(([name, rule]) => (list.includes(name as never) ? [] : [rule]));
  return [...placed, ...rest] as PageField[];
};

const ofPages = [
  { name: "id", place: "body", shown: "always", stored: "integer" },
  "title",
  { name: "type", place: "meta", shown: "always" },
  { name: "detail_url", place: "meta", shown: "always" },
  { name: "html_url", place: "meta", shown: "always" },
  "slug",
  { name: "first_published_at", place: "meta", shown: "always", stored: "datetime" },
  { name: "show_in_menus", place: "meta", shown: "details", stored: "boolean" },
  ...(["seo_title", "search_description"] as const),
  { name: "alias_of", place: "meta", shown: "details", stored: "integer", nested: "ignored" },
  { name: "parent", place: "meta", shown: "details only" },
  { name: "locale", place: "meta", shown: "asked", stored: "text" },
  { name: "last_published_at", place: "meta", shown: "named" },
  { name: "digest", place: "body", shown: "named" },
] as const satisfies Listed<typeof pageFields>;

const ofBlogs = ["description", { name: "feeds", place: "body", shown: "named" }] as const satisfies Listed<
  typeof blogFields
>;

const ofPosts = [
  { name: "uuid", place: "body", shown: "details", stored: "uuid" },
  "visible_date",
  { name: "comments_are_enabled", place: "body", shown: "details" },
  "cover_image",
  { name: "cover_alt_text", place: "body", shown: "details", stored: "text" },
  { name: "cover_image_poster_url", place: "body", shown: "details" },
  "body",
  { name: "html_overview", place: "body", shown: "details" },
  { name: "html_detail", place: "body", shown: "details" },
  { name: "comments", place: "body", shown: "details" },
  { name: "comments_security_data", place: "body", shown: "details" },
  { name: "webplayer_players", place: "body", shown: "details" },
  ...(["aliases", "tags", "categories", "authors"] as const),
  { name: "cover", place: "body", shown: "named" },
  { name: "media", place: "body", shown: "named" },
] as const satisfies Listed<typeof postFields>;

/** What items have beside content. */
export type ComputedFieldName = Extract<
  (typeof ofPages | typeof ofBlogs | typeof ofPosts)[number],
  FieldRule
>["name"];

export type PageFieldName =
  | ComputedFieldName
  | ItemName<typeof pageFields>
  | ItemName<typeof blogFields>
  | ItemName<typeof postFields>
  | ItemName<typeof episodeFields>;

export type PageField = FieldRule & { readonly name: PageFieldName };

const ofAllPages = /* @__PURE__ */ rulesOf(pageFields, ofPages);
const ofAllBlogs = /* @__PURE__ */ ofAllPages.concat(rulesOf(blogFields, ofBlogs));
const ofAllPosts = /* @__PURE__ */ ofAllPages.concat(
  rulesOf(postFields, ofPosts),
  rulesOf(episodeFields, []),
);

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

export type CoverImageFieldName = (typeof coverImageFields)[number]["name"];

/** The fields that are shown only by their names, which may stand beside `*`. */
export const namedFields: ReadonlySet<string> = new Set(
  [...ofAllBlogs, ...ofAllPosts].flatMap(({ name, shown }) => (shown === "named" ? [name] : [])),
);

const fieldsByType: Record<PageType, readonly PageField[]> = {
  ...{ "site.Page": ofAllPages, "site.HomePage": ofAllPages },
  ...{ "site.Blog": ofAllBlogs, "site.Podcast": ofAllBlogs },
  ...{ "site.Post": ofAllPosts, "site.Episode": ofAllPosts },
};

/** The fields of pages of these types, in order; a single type has its own (contract#page-fields). */
export const fieldsOf = (types: readonly PageType[]): readonly PageField[] => {
  const [type, ...others] = types;
  return type !== undefined && others.length === 0 ? fieldsByType[type] : ofAllPages;
};

/** A field that lists may filter and order by. */
export type StoredField = PageField & { readonly stored: FilterKind };

export const storedFieldsOf = (types: readonly PageType[]): readonly StoredField[] =>
  fieldsOf(types).filter((field): field is StoredField => field.stored !== undefined);

/** The fields of an image, in the order of its representation (contract#image-items). */
export const imageFields = [
  { name: "id", place: "body", shown: "always" },
  { name: "type", place: "meta", shown: "always" },
  { name: "detail_url", place: "meta", shown: "always" },
  { name: "tags", place: "meta", shown: "always" },
  { name: "download_url", place: "meta", shown: "always" },
  { name: "title", place: "body", shown: "always" },
  { name: "width", place: "body", shown: "details" },
  { name: "height", place: "body", shown: "details" },
] as const satisfies readonly FieldRule[];

export type ImageFieldName = (typeof imageFields)[number]["name"];

/** The fields that lists may be filtered and ordered by. */
export const storedImageFields = [
  { name: "id", stored: "integer" },
  { name: "title", stored: "text" },
  { name: "width", stored: "integer" },
  { name: "height", stored: "integer" },
] as const;

export type StoredImageField = (typeof storedImageFields)[number]["name"];
