import { privatePodcastFor } from "#lib/access/private-podcast.ts";
import { subscribeSlug } from "#lib/pages/addresses.ts";
import type { Excerpt } from "#lib/pages/excerpt.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { firstWordsIn } from "#lib/pages/opening.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import { foreignLanguage } from "#lib/pages/text-language.ts";
import {
  type BlogParameters,
  type BlogQuery,
  blogUrl,
  isNarrowed,
  parametersOf,
} from "#lib/queries/site-page-queries.ts";
import { ownFeedsAnchor, ownFeedsPath } from "#lib/site/private-feed.ts";
import type { Archive, Choice, ListedPost, PageLink, ShownPodcast } from "#lib/themes/page-parts.ts";
import type { BlogPage, SubscribePage } from "#lib/themes/theme.ts";
import { type BlogRequest, blogNarrowing } from "./blog-narrowing.ts";
import { filterProblems, type ListPage, listPage, pageParameter, urlsBeside } from "./list-page.ts";
import { livePostHead } from "./live-post-page.ts";
import { podcastAppLinks } from "./podcast-apps.ts";
import { artworkOf, linkTo, type SiteContext, sitePage } from "./site-context.ts";
import { blogData } from "./structured-data.ts";

export interface BlogPosts extends ListPage {
  readonly blogRequest: BlogRequest;
}

/**
 * The posts on the requested page that the visitor may see: by the query's order, else searches best first
 * and other lists newest first.
 */
export const blogPosts = (blogRequest: BlogRequest, { catalog, viewer }: SiteContext): BlogPosts => {
  const { blog, query, narrowing, found } = blogRequest;
  const { pageNumber, filter } = query;
  const byDate = [{ field: "visible_date", descending: filter.newestFirst ?? true }] as const;
  const order = found && filter.newestFirst === null ? "default" : byDate;
  const scope = { childOf: blog.id, descendantOf: null, ancestorOf: null };
  const list = listPage(pageNumber, (window) =>
    catalog.list({ ...scope, types: ["site.Post"], filters: [], narrowing, found, order, window }, viewer),
  );
  return { ...list, blogRequest };
};

/** The page of a blog with these posts; `excerpts` are in the same order. */
export const liveBlogPage = (
  posts: BlogPosts,
  excerpts: readonly Excerpt[],
  context: SiteContext,
): BlogPage => {
  const { blogRequest, pageNumber, pageCount } = posts;
  const { blog, query, narrowing } = blogRequest;
  const address = context.addressOf(blog);
  const parameters = parametersOf(query);
  const urlOfPage = (number: number, others: Partial<BlogParameters>): string =>
    blogUrl(address, { ...others, page: pageParameter(number) });
  const page = sitePage(blog, context);
  const kept = context.keptOn(blog);
  const shownPosts = posts.listings.flatMap((post, index) => {
    const excerpt = excerpts[index];
    if (!excerpt) return [];
    const make = () => entryOf(post, excerpt, context);
    return [kept ? kept.entry(post.id, make) : make()];
  });
  const isNewest = pageNumber === 1 && !isNarrowed(query);
  const makeNarrowing = () => blogNarrowing(blogRequest, context);
  const { knowsTag, ...shown } = kept
    ? kept.narrowing(urlOfPage(1, parameters), makeNarrowing)
    : makeNarrowing();
  const archive = posts.total === 0 ? null : archiveOf(query, shown.chosen);
  const isWhole = archive !== null || !isNarrowed(query);
  const { theme: _, ...filters } = parameters;
  const problems = filterProblems(query, posts, {
    category: narrowing.category !== 0,
    tag: posts.total > 0 || knowsTag,
  });
  return {
    ...page,
    ...(isNarrowed(query) || posts.isMissing ? {} : { structuredData: blogData(blog, page, context) }),
    url: context.base + (isWhole ? urlOfPage(pageNumber, filters) : address),
    isIndexed: page.isIndexed && isWhole && problems.length === 0,
    address,
    introduction: blog.description ?? "",
    podcast:
      blog.kind === "podcast" ? shownPodcast(blog, isNewest ? shownPosts[0] : undefined, context) : null,
    archive,
    problems,
    ...shown,
    ...scriptedList(blog, shown, context),
    count: posts.total,
    posts: shownPosts,
    pageNumber,
    pageCount,
    ...urlsBeside(pageNumber, pageCount, (number) => urlOfPage(number, parameters)),
  };
};

/** The archive that a list in its usual order is, if it has one filter: a month, a category or a tag. */
const archiveOf = ({ filter }: BlogQuery, chosen: readonly Choice[]): Archive | null => {
  const [choice, ...others] = chosen;
  if (!choice || others.length > 0 || filter.newestFirst !== null) return null;
  const { kind, name } = choice;
  return kind === "date" || kind === "category" || kind === "tag" ? { kind, name } : null;
};

const entryOf = (post: Listing, { content, hasMore, opening }: Excerpt, context: SiteContext): ListedPost => {
  const head = livePostHead(post, content, context);
  const language = foreignLanguage(content, context.site.settings.locale);
  return {
    ...head,
    ...(language && { language }),
    description: head.description || firstWordsIn(opening ?? ""),
    url: linkTo(post, context).url,
    overview: content.body,
    hasMore,
  };
};

const shownPodcast = (
  podcast: Listing,
  newest: ListedPost | undefined,
  context: SiteContext,
): ShownPodcast => ({
  artwork: artworkOf(podcast, context),
  subtitle: podcast.podcast?.subtitle ?? "",
  author: podcast.podcast?.author ?? "",
  subscribeUrl: subscribeUrl(podcast, context),
  directories: directoriesOf(podcast),
  ownFeedUrl: ownFeedUrl(podcast, context),
  latest: newest?.episode?.audio ? newest : null,
});

/**
 * The additions of scripts to a blog's form and filters. The API that they read knows only blogs for
 * everybody.
 */
const scriptedList = (
  { id }: Listing,
  { form, facets }: Pick<BlogPage, "form" | "facets">,
  { catalog }: Pick<SiteContext, "catalog">,
): Pick<BlogPage, "suggestionsUrl" | "countsUrl" | "extras"> => {
  if (!catalog.page(id, anonymousViewer)) return {};
  const suggests = (form?.search ?? null) !== null;
  const filters = facets.length > 0;
  return {
    ...(suggests ? { suggestionsUrl: `/api/search-suggestions/${id}/` } : {}),
    ...(filters ? { countsUrl: `/api/facet_counts/${id}/` } : {}),
    extras: [...(suggests ? (["search"] as const) : []), ...(filters ? (["filters"] as const) : [])],
  };
};

/** The podcast's own pages in directories. */
const directoriesOf = ({ podcast }: Listing): readonly PageLink[] =>
  (podcast?.directories ?? []).map(({ name, url }) => ({ title: name, url }));

/** The address of that page. */
export const subscribeUrl = (podcast: Listing, { addressOf }: Pick<SiteContext, "addressOf">): string =>
  `${addressOf(podcast)}${subscribeSlug}/`;

/** Where a person who is signed in gets a feed of their own; null where nobody needs one. */
const ownFeedUrl = ({ id }: Listing, { catalog, viewer, account }: SiteContext): string | null =>
  // Passwords that the visitor has entered do not count for feeds.
  account && privatePodcastFor(catalog, id, { ...viewer, passed: [] })
    ? `${ownFeedsPath}#${ownFeedsAnchor(id)}`
    : null;

/** The page with the addresses of a podcast's feeds, and links that open them in the usual apps. */
export const podcastSubscribePage = (podcast: Listing, context: SiteContext): SubscribePage => {
  const feeds = context.feedsOf(podcast);
  const [preferred] = feeds;
  return {
    ...sitePage(podcast, context),
    url: context.base + subscribeUrl(podcast, context),
    feeds,
    podcast: linkTo(podcast, context),
    directories: directoriesOf(podcast),
    apps: preferred ? podcastAppLinks(preferred.url) : [],
    ownFeedUrl: ownFeedUrl(podcast, context),
  };
};
