import type { Caller } from "#lib/access/principal.ts";
import type { PublicContent } from "#lib/catalog/public-contents.ts";
import type { RedirectTarget } from "#lib/catalog/redirect-target.ts";
import { feedPath } from "#lib/feeds/feed-names.ts";
import { privateHeaders, Reply } from "#lib/http/reply.ts";
import { subscribeSlug } from "#lib/pages/addresses.ts";
import type { AnyWritten } from "#lib/pages/content.ts";
import type { Excerpt } from "#lib/pages/excerpt.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isBlog, isWritten } from "#lib/pages/page.ts";
import type { SitePageQuery } from "#lib/queries/site-page-queries.ts";
import { pageAddresses } from "#lib/surfaces/content/page-context.ts";
import { embedFrames } from "#lib/themes/embed-frames.ts";
import { headingAnchors } from "#lib/themes/heading-anchors.ts";
import { codeHighlighter } from "#lib/themes/highlight-code.ts";
import { hasGallery, hasReadyBlock, type PageExtra } from "#lib/themes/page-extras.ts";
import type { AudioPlayer, KeptHtml, Reading } from "#lib/themes/theme.ts";
import { type BlogPosts, liveBlogPage, podcastSubscribePage, subscribeUrl } from "./live-blog-page.ts";
import {
  feedsBelow,
  foundPosts,
  liveHomePage,
  liveSearchPage,
  type SiteSearch,
  siteSearch,
} from "./live-home-page.ts";
import { type CommentingState, livePostPage } from "./live-post-page.ts";
import { episodePlayer, pagePlayers } from "./page-players.ts";
import type { SiteContext } from "./site-context.ts";
import { closedPage, openPage, type SiteCall, siteTheme } from "./site-page.ts";

/** The status and headers of a refusal that a page shows. */
export interface ShownRefusal {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The parts of a post's page beside the post. */
interface PostState {
  readonly commenting: CommentingState;
  readonly refusal?: ShownRefusal;
  /** The players by the audio's id; without one, an audio has the browser's own. */
  readonly players?: ReadonlyMap<number, AudioPlayer>;
}

const postExtras = (
  { body }: AnyWritten,
  {
    players,
    codeParts,
    frames,
  }: Pick<Reading, "players" | "codeParts"> & { readonly frames: readonly string[] },
): PageExtra[] => [
  ...(hasGallery(body) ? (["gallery"] as const) : []),
  ...(players && players.size > 0 ? (["player"] as const) : []),
  ...(codeParts ? (["code"] as const) : []),
  ...(hasReadyBlock(body) ? (["blocks"] as const) : []),
  ...(frames.length > 0 ? (["embeds"] as const) : []),
];

/** Keeps nothing with a player, because parts of the page may differ by where it is on the page. */
const keptHtml = (
  page: Listing,
  players: ReadonlyMap<number, AudioPlayer>,
  { keptOn }: Pick<SiteContext, "keptOn">,
): KeptHtml | undefined => (players.size === 0 ? keptOn(page)?.html : undefined);

/** A post's page. No cache may keep it with the form for a comment. */
export const postReply = async (
  post: Listing,
  { content, comments }: Pick<PublicContent, "comments"> & { readonly content: AnyWritten },
  { commenting, refusal, players = new Map() }: PostState,
  context: SiteContext,
  caller: Caller,
): Promise<Reply<string>> => {
  const { body: sections } = content;
  const [codeParts, anchors, embeds] = await Promise.all([
    codeHighlighter(sections),
    headingAnchors(sections),
    embedFrames(sections, context.embedHosts),
  ]);
  const theme = siteTheme(post, context);
  const shown = livePostPage(post, content, comments, commenting, context);
  const hasForm = Boolean(shown.commenting?.form);
  const frames = embeds?.origins ?? [];
  const extras = postExtras(content, { players, codeParts, frames });
  const kept = keptHtml(post, players, context);
  const reading = { ...context.reading, players, codeParts, anchors, kept, embeds };
  const html = theme.postPage({ ...shown, extras }, reading);
  const { body, options } = openPage(html, theme, caller, extras, frames);
  return new Reply(body, {
    status: refusal?.status ?? 200,
    headers: { ...options.headers, ...(hasForm ? privateHeaders : {}), ...refusal?.headers },
  });
};

export const blogReply = (
  posts: BlogPosts,
  excerpts: readonly Excerpt[],
  context: SiteContext,
  caller: Caller,
): Reply<string> => {
  const theme = siteTheme(posts.blogRequest.blog, context);
  const shown = liveBlogPage(posts, excerpts, context);
  const [newest] = posts.listings;
  const latest = shown.podcast?.latest ?? null;
  const players = theme.playsLatest && newest && latest ? episodePlayer(newest, latest.episode) : new Map();
  const extras = [
    ...(shown.extras ?? []),
    ...(players.size > 0 ? (["player"] as const) : []),
    ...(shown.posts.some(({ overview }) => hasReadyBlock(overview)) ? (["blocks"] as const) : []),
  ];
  const kept = keptHtml(posts.blogRequest.blog, players, context);
  const html = theme.blogPage({ ...shown, extras }, { ...context.reading, players, kept });
  const { body, options } = openPage(html, theme, caller, extras);
  return new Reply(body, { ...options, status: posts.isMissing ? 404 : 200 });
};

/** The front page, or what a search of the whole site has found; null if the request does not search. */
export const frontReply = (
  home: Listing,
  { query, found }: { readonly query: SitePageQuery; readonly found: Uint32Array | null },
  context: SiteContext,
  caller: Caller,
): Reply<string> => {
  const search = siteSearch(home, query, found);
  return search ? searchReply(search, context, caller) : homeReply(home, context, caller);
};

const searchReply = (search: SiteSearch, context: SiteContext, caller: Caller): Reply<string> => {
  const theme = siteTheme(search.home, context);
  const list = foundPosts(search, context);
  const html = theme.searchPage(liveSearchPage(list, search, context), context.reading);
  const { body, options } = openPage(html, theme, caller);
  return new Reply(body, { ...options, status: list.isMissing ? 404 : 200 });
};

const homeReply = (home: Listing, context: SiteContext, caller: Caller): Reply<string> => {
  const theme = siteTheme(home, context);
  const page = liveHomePage(home, context);
  return openPage(theme.homePage(page, context.reading), theme, caller, page.extras);
};

/**
 * The answer if there is no page that the visitor may see: a podcast's page for subscribers, or the reason.
 */
export const noPageReply = (
  slugs: readonly string[],
  context: SiteContext,
  call: SiteCall,
): Reply<string> => {
  const { catalog, viewer, reading } = context;
  const podcast = podcastOfSubscribers(slugs, context);
  if (!podcast) return closedPage(catalog.paths.blockingRestriction(slugs, viewer), context, call);
  const theme = siteTheme(podcast, context);
  return openPage(theme.subscribePage(podcastSubscribePage(podcast, context), reading), theme, call.caller);
};

/** The podcast whose page for subscribers is at the path, if the visitor may see it. */
export const podcastOfSubscribers = (
  slugs: readonly string[],
  { catalog, viewer }: Pick<SiteContext, "catalog" | "viewer">,
): Listing | undefined => {
  if (slugs.at(-1) !== subscribeSlug) return undefined;
  const above = catalog.pageAt(slugs.slice(0, -1), viewer);
  return above?.kind === "podcast" ? above : undefined;
};

/** The page of a post to a visitor who has sent no comment. Cost: that of its players. */
export const postAnswer = async (
  post: Listing,
  { content, comments }: Pick<PublicContent, "comments"> & { readonly content: AnyWritten },
  { query, nowMs }: { readonly query: SitePageQuery; readonly nowMs: number },
  context: SiteContext,
  caller: Caller,
): Promise<Reply<string>> => {
  const commenting = { view: query.comment, sent: null, nowMs };
  const { players, isWhole } = await pagePlayers(post, content, context, query);
  const reply = await postReply(post, { content, comments }, { commenting, players }, context, caller);
  return isWhole ? reply : keptByNobody(reply);
};

const keptByNobody = ({ body, options }: Reply<string>): Reply<string> =>
  new Reply(body, { ...options, headers: { ...options.headers, "cache-control": "private, no-store" } });

/** Finds where a path without a page leads. */
export type FindTarget = (slugs: readonly string[]) => Promise<RedirectTarget | undefined>;

/**
 * Answers where there is no page: why there is none, unless `targetAt` says where the path leads
 * on. A podcast's page for subscribers is where the podcast is.
 */
export const noPageOrMoved = async (
  slugs: readonly string[],
  targetAt: FindTarget,
  context: SiteContext,
  call: SiteCall,
): Promise<Reply<string>> => {
  const reply = noPageReply(slugs, context, call);
  if (reply.options.status !== 404) return reply;
  const addressOf = pageAddresses(context.catalog);
  const target = await targetAt(slugs);
  // Below a page that the visitor may not see, all paths have one answer, which does not tell what is there.
  if (target && (!target.isAbove || !context.catalog.page(target.pageId, context.viewer))) {
    const { pageId, feed } = target;
    const address = feed === undefined ? addressOf : () => `/${feedPath(pageId, feed)}`;
    return movedReply(pageId, address, context, call);
  }
  const podcast = slugs.at(-1) === subscribeSlug ? await targetAt(slugs.slice(0, -1)) : undefined;
  if (!podcast || podcast.isAbove || context.catalog.kindOf(podcast.pageId) !== "podcast")
    return feedReply(slugs, context) ?? reply;
  return movedReply(podcast.pageId, (page) => subscribeUrl(page, { addressOf }), context, call);
};

/** The last parts of addresses under which other systems have the feed of a page. */
const feedSlugs: ReadonlySet<string> = new Set(["feed", "feed.xml"]);

/** Leads to the first feed of the page above: of a blog its own, of the home page that of its first blog. */
const feedReply = (slugs: readonly string[], context: SiteContext): Reply<string> | undefined => {
  const above = feedSlugs.has(slugs.at(-1) ?? "")
    ? context.catalog.pageAt(slugs.slice(0, -1), context.viewer)
    : undefined;
  if (!above || isWritten(above)) return undefined;
  const [feed] = isBlog(above) ? context.feedsOf(above) : feedsBelow(above, context);
  if (!feed) return undefined;
  // Another blog may be the first one some day.
  const status = isBlog(above) ? 301 : 302;
  return new Reply("", { status, headers: { location: feed.url, "cache-control": "public, no-cache" } });
};

/**
 * Leads on from an address that a page has left, if the visitor passes the page's restriction; else answers
 * as the page's own address does. Caches ask again, since a new page may take the address.
 */
const movedReply = (
  pageId: number,
  addressOf: (page: Listing) => string,
  context: SiteContext,
  call: SiteCall,
): Reply<string> => {
  const { catalog, viewer } = context;
  const page = catalog.page(pageId, viewer);
  if (!page) return closedPage(catalog.blockingRestrictionOf(pageId, viewer), context, call);
  const { request, caller } = call;
  const query = request.query.size > 0 ? `?${request.query}` : "";
  const isPublic = !caller.principal && !caller.session;
  return new Reply("", {
    status: 301,
    headers: {
      location: addressOf(page) + query,
      ...(isPublic ? { "cache-control": "public, no-cache" } : privateHeaders),
    },
  });
};
