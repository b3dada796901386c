import type { Section, SectionName } from "#lib/blocks/sections.ts";
import { jsonDigest } from "#lib/digest.ts";
import { fileUrl } from "#lib/media/file-key.ts";
import { allImageFields, declaredMedia, type Image, isSetMedia } from "#lib/media/media.ts";
import type { Comment } from "#lib/pages/comment.ts";
import { fieldsOfAll } from "#lib/pages/content.ts";
import { type ContentField, type ContentType, episodeFields } from "#lib/pages/content-fields.ts";
import { declared, emptyOf, isEmpty } from "#lib/pages/content-values.ts";
import type { ListedContent } from "#lib/pages/listed-content.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { Season } from "#lib/pages/page.ts";
import { slugFromTag } from "#lib/pages/slug.ts";
import type { PageSelection } from "#lib/queries/fields.ts";
import {
  type ComputedFieldName,
  coverImageFields,
  fieldsOf,
  type PageFieldName,
} from "#lib/queries/item-fields.ts";
import { typeOf } from "#lib/queries/page-types.ts";
import type { Author, Category } from "#lib/site/site.ts";
import { articleHtml } from "#lib/themes/article-html.ts";
import type { FeedLink } from "#lib/themes/page-parts.ts";
import type { Reading } from "#lib/themes/theme.ts";
import { commentsSecurityData, commentsView } from "./comments.ts";
import {
  audioView,
  type FileAddress,
  imageItemView,
  imageView,
  mediaViews,
  posterUrl,
  shownItem,
} from "./media-view.ts";
import { pageBody } from "./page-body.ts";

export interface PageContext {
  /** The origin of absolute links. */
  readonly base: string;
  readonly locale: string;
  /** A page's site-relative address, with slashes at both ends. */
  readonly addressOf: (page: Listing) => string;
  /** The parent, if the viewer may see it; called only if `parent` is selected. */
  readonly parentOf: (page: Listing) => Listing | undefined;
  /** Writes rich text outside of bodies in the format that the request asks for. */
  readonly richText: (stored: string) => string;
  /** True if the setting, the blog and the post let visitors comment. */
  readonly takesComments: (post: Listing) => boolean;
  /** The feeds of a blog or podcast; asked for only when `feeds` is shown. */
  readonly feedsOf: (blog: Listing) => readonly FeedLink[];
  /** The slug of a page's theme; for null, of messages that are not pages. */
  readonly themeOf: (page: Listing | null) => string;
  readonly categories: readonly Category[];
  readonly authors: readonly Author[];
  /** The seasons of an episode's podcast. */
  readonly seasonsOf: (episode: Listing) => readonly Season[];
  /** The context in which strangers see the page, from wherever they ask; undefined if they do not see it. */
  readonly strangersContext: (page: Listing) => PageContext | undefined;
  /** False for audios whose player the reader of a preview could not load; absent where all can be. */
  readonly hasPlayer?: (audioId: number) => boolean;
  /** The hosts of which pages show frames; undefined if the site takes no embeds. */
  readonly embedHosts?: readonly string[] | undefined;
  readonly reading: Reading;
}

/** A page to be shown; body and comments are empty unless the selection needs them. */
export interface PageWithContent {
  readonly listing: Listing;
  readonly body: readonly Section[];
  readonly comments: readonly Comment[];
  /** The listed content of posts, if the selection needs it. */
  readonly listed?: ListedContent;
}

type FieldView = (page: PageWithContent, context: PageContext, selection: PageSelection) => unknown;

export const pageDetailUrl = ({ id }: Pick<Listing, "id">, base: string): string =>
  `${base}/api/cms/pages/${id}/`;

const htmlUrl = (page: Listing, { base, addressOf }: PageContext): string => `${base}${addressOf(page)}`;

const parentView = (parent: Listing | undefined, context: PageContext) =>
  parent && {
    id: parent.id,
    meta: {
      type: typeOf(parent.kind),
      detail_url: pageDetailUrl(parent, context.base),
      html_url: htmlUrl(parent, context),
    },
    title: parent.title,
  };

const articleOf =
  (...sections: SectionName[]): FieldView =>
  ({ body }, { reading }) =>
    articleHtml({ body, sections }, reading);

const coverOf = ({ coverImage: cover }: Listing, { reading }: PageContext): Image | undefined =>
  cover ? reading.media("image", cover.id) : undefined;

const coverView: FieldView = ({ listing }, context, selection) => {
  const image = coverOf(listing, context);
  return image ? imageItemView(image, selection.coverImage, context.base) : null;
};

const coverPosterUrl: FieldView = ({ listing }, context) => {
  const image = coverOf(listing, context);
  return image ? posterUrl(image, context.base) : "";
};

/** Players of the body's audios, then of an episode's own, each once: [element, URL of its document]. */
const players: FieldView = ({ listing: { id, bodyAudios = [], podcastAudio } }, { reading, hasPlayer }) =>
  [...new Set([...bodyAudios, ...(podcastAudio ? [podcastAudio] : [])])]
    .filter((audio) => reading.media("audio", audio) !== undefined && (hasPlayer?.(audio) ?? true))
    .map((audio) => [`#audio_${audio}`, `/api/audios/webplayer/${audio}/post/${id}/`]);

const tagViews = ({ tags = [], tagSlugs }: Listing) =>
  tags.map((name, index) => ({ slug: tagSlugs?.[index] ?? slugFromTag(name), name }));

const categoryViews = ({ categories: own = [] }: Listing, { categories }: PageContext) =>
  categories.filter(({ id }) => own.includes(id)).map(({ slug, name }) => ({ slug, name }));

/** The authors in the post's order; without those that the site no longer has. */
const authorViews = ({ authors: named = [] }: Listing, { authors }: PageContext) =>
  named.flatMap((slug) => authors.filter((author) => author.slug === slug));

const absolute =
  ({ base }: PageContext): FileAddress =>
  (file) =>
    base + fileUrl(file);

/** The cover with the post's own alternative text. */
const largeCover: FieldView = ({ listing }, context) => {
  const image = coverOf(listing, context);
  return image
    ? { ...imageView(image, absolute(context)), alt_text: listing.coverImage?.altText ?? "" }
    : null;
};

const podcastAudio: FieldView = ({ listing }, context) => {
  const audio = listing.podcastAudio && context.reading.media("audio", listing.podcastAudio);
  return audio ? audioView(audio, absolute(context)) : null;
};

const seasonView: FieldView = ({ listing, listed: content }, { seasonsOf }) => {
  const season = seasonsOf(listing).find(({ id }) => id === content?.directory?.season);
  return season ? { id: season.id, number: season.number, name: season.name } : null;
};

/** Fields that readers of digests have other means for, or that change with every publication. */
const outsideDigests: ReadonlySet<PageFieldName> = new Set([
  ...([
    "html_overview",
    "html_detail",
    "comments_are_enabled",
    "comments",
    "comments_security_data",
  ] as const),
  ...(["webplayer_players", "last_published_at", "digest"] as const),
]);

/**
 * Whether a page says a field that was declared after pages had digests, by the field's name. Contents may
 * lack these fields; the digest is then what it was before. Contents may lack authors and aliases, too, but
 * digests have had them from the beginning.
 */
const laterFields: ReadonlyMap<string, (page: PageWithContent) => boolean> = new Map(
  declared(fieldsOfAll).flatMap(([name, field, wire]) =>
    field.always || name === "authors" || name === "aliases"
      ? []
      : [[wire, (page) => !isEmpty(field, keptValue(page, name, field))]],
  ),
);

/** A digest of what strangers get of the page, from any host (contract#digest); null if they get nothing. */
const pageDigest: FieldView = (page, context) => {
  const strangers = context.strangersContext(page.listing);
  if (!strangers) return null;
  const names = fieldsOf([typeOf(page.listing.kind)])
    .map(({ name }) => name)
    .filter((name) => !outsideDigests.has(name) && (laterFields.get(name)?.(page) ?? true));
  const coverImage = wholeCover(coverOf(page.listing, strangers));
  const selection: PageSelection = { body: names, meta: [], coverImage };
  const shown = (name: PageFieldName): unknown =>
    name === "body" ? page.listed?.digest : fieldViews.get(name)?.(page, strangers, selection);
  return jsonDigest(names.map((name) => (laterFields.has(name) ? [name, shown(name)] : shown(name))));
};

/** All fields of a cover, but for later ones that nobody has set. */
const wholeCover = (image: Image | undefined): PageSelection["coverImage"] => {
  const unset = new Set<string>(
    declaredMedia(allImageFields).flatMap(([name, field, wire]) =>
      isSetMedia(field, image?.[name]) ? [] : [wire],
    ),
  );
  const names = coverImageFields.map(({ name }) => name);
  return { body: names.filter((name) => !unset.has(name)), meta: [] };
};

/** The views of members of items that are no content (contract#page-fields). */
const computedViews: Readonly<Record<ComputedFieldName, FieldView>> = {
  id: ({ listing }) => listing.id,
  type: ({ listing }) => typeOf(listing.kind),
  detail_url: ({ listing }, { base }) => pageDetailUrl(listing, base),
  html_url: ({ listing }, context) => htmlUrl(listing, context),
  first_published_at: ({ listing }) => listing.firstPublishedAt,
  show_in_menus: ({ listing }) => listing.showInMenus,
  alias_of: () => null,
  parent: ({ listing }, context) => parentView(context.parentOf(listing), context) ?? null,
  locale: ({ listing }, { locale }) => listing.language ?? locale,
  feeds: ({ listing }, { feedsOf }) => feedsOf(listing).map(({ title, url, type }) => ({ title, url, type })),
  uuid: ({ listing }) => listing.uuid,
  comments_are_enabled: ({ listing }, { takesComments }) => takesComments(listing),
  cover_alt_text: ({ listing }) => listing.coverImage?.altText ?? "",
  cover_image_poster_url: coverPosterUrl,
  html_overview: articleOf("overview"),
  html_detail: articleOf("overview", "detail"),
  comments: ({ comments }) => commentsView(comments),
  comments_security_data: ({ listing }, { takesComments }) =>
    takesComments(listing) ? commentsSecurityData(listing) : {},
  webplayer_players: players,
  last_published_at: ({ listing }) => listing.lastPublishedAt,
  digest: pageDigest,
  cover: largeCover,
  media: ({ listed: content }, context) =>
    mediaViews(content?.uses ?? {}, context.reading.media, absolute(context)),
};

/**
 * The views of content in items, by the type of its field, if they are not the stored value. Each of these
 * types is of one field, which its view reads by name.
 */
const contentViews: { readonly [Type in ContentType]?: FieldView } = {
  cover: coverView,
  body: ({ body }, { reading }) => pageBody(body, reading.media),
  // Without aliases, the item is the same as before there were any.
  aliases: ({ listing }) => listing.aliases,
  tags: ({ listing }) => tagViews(listing),
  categories: ({ listing }, context) => categoryViews(listing, context),
  authors: ({ listing }, context) => authorViews(listing, context),
  audio: podcastAudio,
  season: seasonView,
};

/** The value in the listing or in its content. */
const keptValue = ({ listing, listed: content }: PageWithContent, name: string, field: ContentField) => {
  const kept: object | undefined = field.listed === "content" ? content?.directory : listing;
  return (kept as Readonly<Record<string, unknown>> | undefined)?.[name];
};

/** Gives null for a field that only episodes have. */
const storedView =
  (name: string, field: ContentField): FieldView =>
  (page) =>
    name in episodeFields && page.listing.kind !== "episode"
      ? null
      : (keptValue(page, name, field) ?? emptyOf(field) ?? field.shownAs ?? null);

/** Rich text outside of bodies, in the format that the request asks for. */
const richTextView =
  (stored: FieldView): FieldView =>
  (page, context, selection) =>
    context.richText(String(stored(page, context, selection) ?? ""));

const fieldViews = new Map<string, FieldView>([
  ...Object.entries(computedViews),
  ...declared(fieldsOfAll).map(([name, field, wire]) => {
    const stored = storedView(name, field);
    const view = field.type === "richText" ? richTextView(stored) : contentViews[field.type];
    return [wire, view ?? stored] as const;
  }),
]);

const needBody: ReadonlySet<PageFieldName> = new Set(["body", "html_overview", "html_detail"]);

const needListedContent: ReadonlySet<string> = new Set([
  ...["digest", "media"],
  ...declared(episodeFields).flatMap(([, { listed }, wire]) => (listed === "content" ? [wire] : [])),
]);

/** The parts that the selection needs, beside listings. */
export const neededContent = ({ body: names }: PageSelection) => ({
  listed: names.some((name) => needListedContent.has(name)),
  body: names.some((name) => needBody.has(name)),
  comments: names.includes("comments"),
});

export const pageView = (
  page: PageWithContent,
  selection: PageSelection,
  context: PageContext,
): Record<string, unknown> =>
  shownItem(selection, (name) => fieldViews.get(name)?.(page, context, selection));
