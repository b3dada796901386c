import type { SectionName } from "#lib/blocks/sections.ts";
import type { Section } from "#lib/blocks/stored.ts";
import type { Image } from "#lib/media/media.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { PageFieldName } from "#lib/queries/page-fields.ts";
import { typeOf } from "#lib/queries/page-types.ts";
import type { PageSelection } from "#lib/queries/select-fields.ts";
import { articleHtml } from "#lib/themes/article-html.ts";
import type { FeedLink, Reading } from "#lib/themes/theme.ts";
import { commentsSecurityData, commentsView } from "./comments.ts";
import { imageItemView, posterUrl } from "./image-item.ts";
import { pageBody } from "./page-body.ts";
import { shownItem } from "./shown-item.ts";

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
  readonly reading: Reading;
}

/** A page to be shown; body and comments are empty unless the selection needs them. */
export interface PageWithContent {
  readonly listing: Listing;
  readonly body: readonly Section[];
  readonly comments: readonly Comment[];
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
const players: FieldView = ({ listing: { id, bodyAudios = [], podcastAudio } }, { reading }) =>
  [...new Set([...bodyAudios, ...(podcastAudio ? [podcastAudio] : [])])]
    .filter((audio) => reading.media("audio", audio) !== undefined)
    .map((audio) => [`#audio_${audio}`, `/api/audios/webplayer/${audio}/post/${id}/`]);

/** How each field of a page is shown (contract#page-fields). */
const fieldViews: Readonly<Record<PageFieldName, FieldView>> = {
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
  feeds: ({ listing }, { feedsOf }) => feedsOf(listing).map(({ title, url, type }) => ({ title, url, type })),
  uuid: ({ listing }) => listing.uuid,
  visible_date: ({ listing }) => listing.visibleDate,
  comments_are_enabled: ({ listing }, { takesComments }) => takesComments(listing),
  cover_image: coverView,
  cover_alt_text: ({ listing }) => listing.coverImage?.altText ?? "",
  cover_image_poster_url: coverPosterUrl,
  body: ({ body }, { reading }) => pageBody(body, reading.media),
  html_overview: articleOf("overview"),
  html_detail: articleOf("overview", "detail"),
  comments: ({ comments }) => commentsView(comments),
  comments_security_data: ({ listing }, { takesComments }) =>
    takesComments(listing) ? commentsSecurityData(listing) : {},
  webplayer_players: players,
};

const needBody: ReadonlySet<PageFieldName> = new Set(["body", "html_overview", "html_detail"]);

/** What the selection needs beside listings. */
export const neededContent = ({ body: names }: PageSelection) => ({
  body: names.some((name) => needBody.has(name)),
  comments: names.includes("comments"),
});

export const pageView = (
  page: PageWithContent,
  selection: PageSelection,
  context: PageContext,
): Record<string, unknown> => shownItem(selection, (name) => fieldViews[name](page, context, selection));
