import type { SectionName } from "#lib/blocks/sections.ts";
import type { Section } from "#lib/blocks/stored.ts";
import type { Image } from "#lib/media/media.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { PageFieldName } from "#lib/queries/page-fields.ts";
import { typeOf } from "#lib/queries/page-types.ts";
import type { PageSelection } from "#lib/queries/select-fields.ts";
import { articleThemeNamed } from "#lib/themes/article-themes.ts";
import type { Reading } from "#lib/themes/theme.ts";
import { commentsView } from "./comments.ts";
import { imageItemView, posterUrl } from "./image-item.ts";
import { pageBody } from "./page-body.ts";
import { shownItem } from "./shown-item.ts";

/** What a page is shown with beside itself. */
export interface PageContext {
  /** Origin of absolute links. */
  readonly base: string;
  readonly locale: string;
  /** The site-relative address of a page below the site's root page, with slashes at both ends. */
  readonly addressOf: (page: Listing) => string;
  /** The parent, if the viewer may see it; asked for only when `parent` is shown. */
  readonly parentOf: (page: Listing) => Listing | undefined;
  /** How rich text is written that is no part of a body. */
  readonly richText: (stored: string) => string;
  readonly commentsAreEnabled: boolean;
  /** The slug of the theme in which a page, or, for null, what is no page of the site, is shown as HTML. */
  readonly themeOf: (page: Listing | null) => string;
  /** What it is shown with. */
  readonly reading: Reading;
}

/** A page to be shown; body and comments are there when the selection needs them. */
export interface PageWithContent {
  readonly listing: Listing;
  readonly body: readonly Section[];
  readonly comments: readonly Comment[];
}

type Shower = (page: PageWithContent, context: PageContext, selection: PageSelection) => unknown;

/** The absolute address of a page's item in the API. */
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
  (...sections: SectionName[]): Shower =>
  ({ listing, body }, { themeOf, reading }) =>
    articleThemeNamed(themeOf(listing)).articleHtml({ body, sections }, reading);

const coverOf = ({ coverImage: cover }: Listing, { reading }: PageContext): Image | undefined =>
  cover ? reading.media("image", cover.id) : undefined;

const coverView: Shower = ({ listing }, context, selection) => {
  const image = coverOf(listing, context);
  return image ? imageItemView(image, selection.coverImage, context.base) : null;
};

const coverPosterUrl: Shower = ({ listing }, context) => {
  const image = coverOf(listing, context);
  return image ? posterUrl(image, context.base) : "";
};

/**
 * The players of the body's audios, then of an episode's own, each once: where they stand, and what they
 * play.
 */
const players: Shower = ({ listing: { id, bodyAudios = [], podcastAudio } }, { reading }) =>
  [...new Set([...bodyAudios, ...(podcastAudio ? [podcastAudio] : [])])]
    .filter((audio) => reading.media("audio", audio) !== undefined)
    .map((audio) => [`#audio_${audio}`, `/api/audios/webplayer/${audio}/post/${id}/`]);

/** How each field of a page is made (contract#page-fields). */
const showers: Readonly<Record<PageFieldName, Shower>> = {
  id: ({ listing }) => listing.id,
  title: ({ listing }) => listing.title,
  type: ({ listing }) => typeOf(listing.kind),
  detail_url: ({ listing }, { base }) => pageDetailUrl(listing, base),
  html_url: ({ listing }, context) => htmlUrl(listing, context),
  slug: ({ listing }) => listing.slug,
  first_published_at: ({ listing }) => listing.firstPublishedAt,
  show_in_menus: ({ listing }) => listing.showInMenus,
  seo_title: ({ listing }) => listing.seoTitle,
  search_description: ({ listing }) => listing.searchDescription,
  alias_of: () => null,
  parent: ({ listing }, context) => parentView(context.parentOf(listing), context) ?? null,
  locale: (_, { locale }) => locale,
  description: ({ listing }, { richText }) => richText(listing.description ?? ""),
  uuid: ({ listing }) => listing.uuid,
  visible_date: ({ listing }) => listing.visibleDate,
  comments_are_enabled: (_, { commentsAreEnabled }) => commentsAreEnabled,
  cover_image: coverView,
  cover_alt_text: ({ listing }) => listing.coverImage?.altText ?? "",
  cover_image_poster_url: coverPosterUrl,
  body: ({ body }, { reading }) => pageBody(body, reading.media),
  html_overview: articleOf("overview"),
  html_detail: articleOf("overview", "detail"),
  comments: ({ comments }) => commentsView(comments),
  comments_security_data: () => ({}),
  webplayer_players: players,
};

const needBody: ReadonlySet<PageFieldName> = new Set(["body", "html_overview", "html_detail"]);

/** What the selection cannot be shown without, beside the pages' listings. */
export const neededContent = ({ body: names }: PageSelection) => ({
  body: names.some((name) => needBody.has(name)),
  comments: names.includes("comments"),
});

/** The item of a page: the selected fields in the order of the representation. */
export const pageView = (
  page: PageWithContent,
  selection: PageSelection,
  context: PageContext,
): Record<string, unknown> => shownItem(selection, (name) => showers[name](page, context, selection));
