import { type FilterKind, type ItemRule, inOrder, type NamesSaying, type WireName } from "#lib/field.ts";
import {
  blogFields,
  type ContentFields,
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

/** By the names of the fields; those without a place are in the item itself. */
type Rules = Readonly<Record<string, Omit<FieldRule, "name" | "place"> & Pick<ItemRule, "place">>>;

/** What items of all pages have beside content. */
const computedOfPages = {
  id: { shown: "always", stored: "integer" },
  type: { place: "meta", shown: "always" },
  detail_url: { place: "meta", shown: "always" },
  html_url: { place: "meta", shown: "always" },
  first_published_at: { place: "meta", shown: "always", stored: "datetime" },
  show_in_menus: { place: "meta", shown: "details", stored: "boolean" },
  alias_of: { place: "meta", shown: "details", stored: "integer", nested: "ignored" },
  parent: { place: "meta", shown: "details only" },
  locale: { place: "meta", shown: "asked", stored: "text" },
  last_published_at: { place: "meta", shown: "named" },
  digest: { shown: "named" },
} as const satisfies Rules;

const computedOfBlogs = {
  feeds: { shown: "named" },
} as const satisfies Rules;

const computedOfPosts = {
  uuid: { shown: "details", stored: "uuid" },
  comments_are_enabled: { shown: "details" },
  cover_alt_text: { shown: "details", stored: "text" },
  cover_image_poster_url: { shown: "details" },
  html_overview: { shown: "details" },
  html_detail: { shown: "details" },
  comments: { shown: "details" },
  comments_security_data: { shown: "details" },
  webplayer_players: { shown: "details" },
  cover: { shown: "named" },
  media: { shown: "named" },
} as const satisfies Rules;

/** What items have beside content. */
export type ComputedFieldName =
  | keyof typeof computedOfPages
  | keyof typeof computedOfBlogs
  | keyof typeof computedOfPosts;

type ItemName<Fields> = WireName<NamesSaying<Fields, { readonly item: ItemRule }>>;

export type PageFieldName =
  | ComputedFieldName
  | ItemName<typeof pageFields>
  | ItemName<typeof blogFields>
  | ItemName<typeof postFields>
  | ItemName<typeof episodeFields>;

export type PageField = FieldRule & { readonly name: PageFieldName };

/** How items show those of the declared fields that they have. */
const contentRules = (fields: ContentFields): Rules =>
  Object.fromEntries(
    declared(fields).flatMap(([, { type, item }, name]) => {
      if (!item) return [];
      const { filter, ...rule } = item;
      const stored = filter && filterKinds[type];
      return [[name, { ...rule, ...(stored && { stored }) }]];
    }),
  );

/** The rules, those with these names first. */
const listed = (names: readonly PageFieldName[], rules: Rules): readonly PageField[] =>
  Object.entries(inOrder(names, rules)).map(
    ([name, rule]): PageField => ({ name: name as PageFieldName, place: "body", ...rule }),
  );

const ofAllPages = /* @__PURE__ */ listed(
  [
    ...(["id", "title", "type", "detail_url", "html_url", "slug", "first_published_at"] as const),
    ...(["show_in_menus", "seo_title", "search_description", "alias_of", "parent", "locale"] as const),
    ...(["last_published_at", "digest"] as const),
  ],
  { ...computedOfPages, ...contentRules(pageFields) },
);

const ofAllBlogs = /* @__PURE__ */ ofAllPages.concat(
  listed(["description"], { ...computedOfBlogs, ...contentRules(blogFields) }),
);

const ofAllPosts = /* @__PURE__ */ ofAllPages.concat(
  listed(
    [
      ...(["uuid", "visible_date", "comments_are_enabled", "cover_image", "cover_alt_text"] as const),
      ...(["cover_image_poster_url", "body", "html_overview", "html_detail", "comments"] as const),
      ...(["comments_security_data", "webplayer_players", "aliases", "tags", "categories"] as const),
      ...(["authors", "cover", "media"] as const),
    ],
    { ...computedOfPosts, ...contentRules(postFields) },
  ),
  listed([], contentRules(episodeFields)),
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
