import type { Caller } from "#lib/access/principal.ts";
import type { PublicContent } from "#lib/catalog/public-contents.ts";
import { privateHeaders, Reply } from "#lib/http/reply.ts";
import { subscribeSlug } from "#lib/pages/addresses.ts";
import type { PostContent } from "#lib/pages/content.ts";
import type { Excerpt } from "#lib/pages/excerpt.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { hasGallery } from "#lib/themes/has-gallery.ts";
import { codeHighlighter } from "#lib/themes/highlight-code.ts";
import type { PageExtra } from "#lib/themes/page-extras.ts";
import type { AudioPlayer, KeptHtml, Reading } from "#lib/themes/theme.ts";
import type { CommentingState } from "./commenting.ts";
import { type BlogPosts, liveBlogPage } from "./live-blog-page.ts";
import { liveHomePage } from "./live-home-page.ts";
import { livePostPage } from "./live-post-page.ts";
import { foundPosts, liveSearchPage, type SiteSearch } from "./live-search-page.ts";
import { episodePlayer } from "./page-players.ts";
import type { SiteContext } from "./site-context.ts";
import { closedPage, openPage, type SiteCall, siteTheme } from "./site-page.ts";
import { podcastSubscribePage } from "./subscribe-page.ts";

/** The status and headers of a refusal that a page shows. */
export interface ShownRefusal {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the page of a post shows beside the post. */
interface PostState {
  readonly commenting: CommentingState;
  readonly refusal?: ShownRefusal;
  /** By the audio's id; without one, an audio has the browser's own. */
  readonly players?: ReadonlyMap<number, AudioPlayer>;
}

const postExtras = (
  { body }: PostContent,
  { players, codeParts }: Pick<Reading, "players" | "codeParts">,
): PageExtra[] => [
  ...(hasGallery(body) ? (["gallery"] as const) : []),
  ...(players && players.size > 0 ? (["player"] as const) : []),
  ...(codeParts ? (["code"] as const) : []),
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
  { content, comments }: Pick<PublicContent, "comments"> & { readonly content: PostContent },
  { commenting, refusal, players = new Map() }: PostState,
  context: SiteContext,
  caller: Caller,
): Promise<Reply<string>> => {
  const codeParts = await codeHighlighter(content.body);
  const theme = siteTheme(post, context);
  const shown = livePostPage(post, content, comments, commenting, context);
  const hasForm = Boolean(shown.commenting?.form);
  const extras = postExtras(content, { players, codeParts });
  const kept = keptHtml(post, players, context);
  const html = theme.postPage({ ...shown, extras }, { ...context.reading, players, codeParts, kept });
  const { body, options } = openPage(html, theme, caller, extras);
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
  const extras = [...(shown.extras ?? []), ...(players.size > 0 ? (["player"] as const) : [])];
  const kept = keptHtml(posts.blogRequest.blog, players, context);
  const html = theme.blogPage({ ...shown, extras }, { ...context.reading, players, kept });
  const { body, options } = openPage(html, theme, caller, extras);
  return new Reply(body, { ...options, status: posts.isMissing ? 404 : 200 });
};

/** What a search of the whole site has found. */
export const searchReply = (search: SiteSearch, context: SiteContext, caller: Caller): Reply<string> => {
  const theme = siteTheme(search.home, context);
  const list = foundPosts(search, context);
  const html = theme.searchPage(liveSearchPage(list, search, context), context.reading);
  const { body, options } = openPage(html, theme, caller);
  return new Reply(body, { ...options, status: list.isMissing ? 404 : 200 });
};

export const homeReply = (home: Listing, context: SiteContext, caller: Caller): Reply<string> => {
  const theme = siteTheme(home, context);
  return openPage(theme.homePage(liveHomePage(home, context), context.reading), theme, caller);
};

/** Where there is no page that the visitor may see: a podcast's page for subscribers, or why not. */
export const noPageReply = (
  slugs: readonly string[],
  context: SiteContext,
  call: SiteCall,
): Reply<string> => {
  const { catalog, viewer, reading } = context;
  const above = slugs.at(-1) === subscribeSlug ? catalog.pageAt(slugs.slice(0, -1), viewer) : undefined;
  if (above?.kind !== "podcast")
    return closedPage(catalog.blockingRestrictionAt(slugs, viewer), context, call);
  const theme = siteTheme(above, context);
  return openPage(theme.subscribePage(podcastSubscribePage(above, context), reading), theme, call.caller);
};
