import {
  type Declaration,
  declarationsIn,
  type FilterKind,
  type ItemRule,
  inOrder,
  type NamesSaying,
  type SaidName,
} from "#lib/field.ts";
import { allImageFields } from "#lib/media/media.ts";
import {
  blogFields,
  episodeFields,
  homeFields,
  pageFields,
  postFields,
  writtenFields,
} from "#lib/pages/content-fields.ts";
import { filterKinds } from "#lib/pages/content-values.ts";
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

/** Rules by the names of the fields; fields without a place are in the item itself. */
type Rules = Readonly<Record<string, Omit<FieldRule, "name" | "place"> & Pick<ItemRule, "place">>>;

/** The members of items of all pages that are no content. */
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

/** The names of members of items that are no content. */
export type ComputedFieldName =
  | keyof typeof computedOfPages
  | keyof typeof computedOfBlogs
  | keyof typeof computedOfPosts;

/** What the API calls the fields whose declarations have these members. */
type NameSaying<Fields, Said> = {
  [Name in NamesSaying<Fields, Said>]: SaidName<Name, Fields[Name]>;
}[NamesSaying<Fields, Said>];

type ItemName<Fields> = NameSaying<Fields, { readonly item: ItemRule }>;

export type PageFieldName =
  | ComputedFieldName
  | ItemName<typeof pageFields>
  | ItemName<typeof homeFields>
  | ItemName<typeof blogFields>
  | ItemName<typeof postFields>
  | ItemName<typeof episodeFields>;

export type PageField = FieldRule & { readonly name: PageFieldName };

/** Media have some of the types of contents. */
const kindsByType: Partial<Readonly<Record<string, FilterKind>>> = filterKinds;

/** The rules of declared fields that items show. */
const declaredRules = (fields: Readonly<Record<string, Declaration>>): Rules =>
  Object.fromEntries(
    declarationsIn(fields).flatMap(([, { type, item }, name]) => {
      if (!item) return [];
      const { filter, ...rule } = item;
      const stored = filter && kindsByType[type];
      return [[name, { ...rule, ...(stored && { stored }) }]];
    }),
  );

/** The rules, those with these names first. */
const listed = <Name extends string>(names: readonly Name[], rules: Rules) =>
  Object.entries(inOrder(names, rules)).map(([name, rule]) => ({
    name: name as Name,
    place: "body" as const,
    ...rule,
  }));

const ofAllPages: readonly PageField[] = /* @__PURE__ */ listed<PageFieldName>(
  [
    ...(["id", "title", "type", "detail_url", "html_url", "slug", "first_published_at"] as const),
    ...(["show_in_menus", "seo_title", "search_description", "alias_of", "parent", "locale"] as const),
    ...(["last_published_at", "digest"] as const),
  ],
  { ...computedOfPages, ...declaredRules(pageFields) },
);

const ofAllBlogs = /* @__PURE__ */ ofAllPages.concat(
  listed<PageFieldName>(["description"], { ...computedOfBlogs, ...declaredRules(blogFields) }),
);

const ofAllPosts = /* @__PURE__ */ ofAllPages.concat(
  listed<PageFieldName>(
    [
      ...(["uuid", "visible_date", "comments_are_enabled", "cover_image", "cover_alt_text"] as const),
      ...(["cover_image_poster_url", "body", "html_overview", "html_detail", "comments"] as const),
      ...(["comments_security_data", "webplayer_players", "aliases", "tags", "categories"] as const),
      ...(["authors", "cover", "media"] as const),
    ],
    { ...computedOfPosts, ...declaredRules(postFields) },
  ),
  listed<PageFieldName>([], declaredRules(episodeFields)),
);

const { uuid, webplayer_players, cover, media, ...ofPosts } = computedOfPosts;
const { cover_alt_text, cover_image_poster_url, html_overview, html_detail } = ofPosts;

const ofStandalonePages = /* @__PURE__ */ listed<PageFieldName>(
  [
    ...(["uuid", "cover_image", "cover_alt_text", "cover_image_poster_url", "body"] as const),
    ...(["html_overview", "html_detail", "webplayer_players", "aliases", "cover", "media"] as const),
  ],
  {
    ...{ uuid, cover_alt_text, cover_image_poster_url, html_overview, html_detail, webplayer_players },
    ...{ cover, media, ...declaredRules(writtenFields) },
  },
);

const namesOfNamed = (fields: readonly FieldRule[]): ReadonlySet<string> =>
  new Set(fields.flatMap(({ name, shown }) => (shown === "named" ? [name] : [])));

/** The fields that are shown only by their names, which may stand beside `*`. */
export const namedFields = /* @__PURE__ */ namesOfNamed([...ofAllBlogs, ...ofAllPosts]);

const fieldsByType: Record<PageType, readonly PageField[]> = {
  "site.Page": /* @__PURE__ */ ofAllPages.concat(ofStandalonePages),
  "site.HomePage": /* @__PURE__ */ ofAllPages.concat(
    /* @__PURE__ */ listed<PageFieldName>([], declaredRules(homeFields)),
  ),
  ...{ "site.Blog": ofAllBlogs, "site.Podcast": ofAllBlogs },
  ...{ "site.Post": ofAllPosts, "site.Episode": ofAllPosts },
};

/** The fields of pages of these types, in order; a single type has its own (contract#page-fields). */
export const fieldsOf = (types: readonly PageType[]): readonly PageField[] => {
  const [type, ...others] = types;
  return type !== undefined && others.length === 0 ? fieldsByType[type] : ofAllPages;
};

/** In lists, every page has the type `site.Page`: those that have no other say more only if it is named. */
const ofAnyPages: readonly PageField[] = /* @__PURE__ */ ofAllPages.concat(
  /* @__PURE__ */ ofStandalonePages.map(({ stored: _, ...field }) => ({ ...field, shown: "named" })),
);

/** The fields that lists of pages of these types have. */
export const listedFieldsOf = (types: readonly PageType[]): readonly PageField[] =>
  types.length === 1 && types[0] === "site.Page" ? ofAnyPages : fieldsOf(types);

/** A field that lists may filter and order by. */
export type StoredField = PageField & { readonly stored: FilterKind };

export const storedFieldsOf = (types: readonly PageType[]): readonly StoredField[] =>
  listedFieldsOf(types).filter((field): field is StoredField => field.stored !== undefined);

/** The members of items of images that are no declared fields. */
const computedOfImages = {
  id: { shown: "always", stored: "integer" },
  type: { place: "meta", shown: "always" },
  detail_url: { place: "meta", shown: "always" },
  download_url: { place: "meta", shown: "always" },
  width: { shown: "details", stored: "integer" },
  height: { shown: "details", stored: "integer" },
} as const satisfies Rules;

export type ComputedImageFieldName = keyof typeof computedOfImages;

export type ImageFieldName = ComputedImageFieldName | ItemName<typeof allImageFields>;

/** A field that lists of images may filter and order by. */
export type StoredImageField =
  | NamesSaying<typeof computedOfImages, { readonly stored: FilterKind }>
  | NameSaying<typeof allImageFields, { readonly item: { readonly filter: true | string } }>;

type ImageRule = FieldRule & { readonly name: ImageFieldName };

/** The fields of an image, in the order of its representation (contract#image-items). */
export const imageItemFields: readonly ImageRule[] = /* @__PURE__ */ listed<ImageFieldName>(
  ["id", "type", "detail_url", "tags", "download_url", "title", "width", "height"],
  { ...computedOfImages, ...declaredRules(allImageFields) },
);

/** The fields of images that are shown only by name, as `namedFields`. */
export const namedImageFields = /* @__PURE__ */ namesOfNamed(imageItemFields);

type StoredImageRule = ImageRule & { readonly name: StoredImageField; readonly stored: "integer" | "text" };

export const storedImageFields = /* @__PURE__ */ imageItemFields.filter(
  (field): field is StoredImageRule => field.stored !== undefined,
);

/** The fields that items of cover images show by default. */
const coverDefaults: ReadonlySet<ImageFieldName> = /* @__PURE__ */ new Set<ImageFieldName>([
  ...(["id", "type", "detail_url", "download_url", "title"] as const),
]);

/** The fields of a page's cover image, in the order of its representation (contract#cover-images). */
export const coverImageFields = /* @__PURE__ */ imageItemFields.map((rule): ImageRule => {
  const byName = rule.shown === "named" ? rule.shown : "asked";
  return { ...rule, shown: coverDefaults.has(rule.name) ? "always" : byName };
});
