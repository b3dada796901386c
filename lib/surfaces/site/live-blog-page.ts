import type { PageList } from "#lib/catalog/pages/list-query.ts";
import type { Excerpt } from "#lib/pages/excerpt.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { type BlogParameters, blogUrl, isNarrowed, parametersOf } from "#lib/queries/blog-query.ts";
import type { BlogPage, ListedPost, PodcastFacts } from "#lib/themes/theme.ts";
import { type BlogVisit, blogNarrowing } from "./blog-narrowing.ts";
import { livePostSummary } from "./live-post-page.ts";
import { scriptedList } from "./scripted-list.ts";
import { artworkOf, linkTo, sitePage, type Visit } from "./site-visit.ts";
import { blogData } from "./structured-data.ts";
import { subscribeUrl } from "./subscribe-page.ts";

const pageSize = 20;

export interface BlogPosts extends PageList {
  readonly blogVisit: BlogVisit;
  readonly pageNumber: number;
  readonly pageCount: number;
}

/**
 * The posts on the requested page that the visitor may see: by the query's order, else searches best first
 * and other lists newest first. Undefined if the list has no such page.
 */
export const blogPosts = (blogVisit: BlogVisit, { catalog, viewer }: Visit): BlogPosts | undefined => {
  const { blog, query, narrowing, found } = blogVisit;
  const { pageNumber, filter } = query;
  if (pageNumber === null) return undefined;
  const byDate = [{ field: "visible_date", descending: filter.newestFirst ?? true }] as const;
  const list = catalog.list(
    {
      types: ["site.Post"],
      childOf: blog.id,
      descendantOf: null,
      ancestorOf: null,
      filters: [],
      narrowing,
      found,
      order: found && filter.newestFirst === null ? "default" : byDate,
      window: { style: "offset", limit: pageSize, offset: (pageNumber - 1) * pageSize },
    },
    viewer,
  );
  const pageCount = Math.max(1, Math.ceil(list.total / pageSize));
  return pageNumber <= pageCount ? { ...list, blogVisit, pageNumber, pageCount } : undefined;
};

/** The page of a blog with these posts; `excerpts` are in the same order. */
export const liveBlogPage = (posts: BlogPosts, excerpts: readonly Excerpt[], visit: Visit): BlogPage => {
  const { blogVisit, pageNumber, pageCount } = posts;
  const { blog, query } = blogVisit;
  const address = visit.addressOf(blog);
  const parameters = parametersOf(query);
  const urlOfPage = (number: number, others: Partial<BlogParameters>): string =>
    blogUrl(address, { ...others, page: number === 1 ? "" : String(number) });
  const page = sitePage(blog, visit);
  const narrowing = blogNarrowing(blogVisit, visit);
  const shown = posts.listings.flatMap((post, index) => {
    const excerpt = excerpts[index];
    return excerpt ? [entryOf(post, excerpt, visit)] : [];
  });
  const isNewest = pageNumber === 1 && !isNarrowed(query);
  return {
    ...page,
    ...(isNarrowed(query) ? {} : { structuredData: blogData(blog, page, visit) }),
    url: visit.base + (isNarrowed(query) ? address : urlOfPage(pageNumber, {})),
    isIndexed: page.isIndexed && !isNarrowed(query),
    address,
    introduction: blog.description ?? "",
    podcast: blog.kind === "podcast" ? podcastFacts(blog, isNewest ? shown[0] : undefined, visit) : null,
    ...narrowing,
    ...scriptedList(blog, narrowing, visit),
    count: posts.total,
    posts: shown,
    pageNumber,
    pageCount,
    previousUrl: pageNumber > 1 ? urlOfPage(pageNumber - 1, parameters) : null,
    nextUrl: pageNumber < pageCount ? urlOfPage(pageNumber + 1, parameters) : null,
  };
};

const entryOf = (post: Listing, { content, hasMore }: Excerpt, visit: Visit): ListedPost => ({
  ...livePostSummary(post, content, visit),
  url: linkTo(post, visit).url,
  overview: content.body,
  hasMore,
});

const podcastFacts = (podcast: Listing, newest: ListedPost | undefined, visit: Visit): PodcastFacts => ({
  artwork: artworkOf(podcast, visit),
  subtitle: podcast.podcast?.subtitle ?? "",
  author: podcast.podcast?.author ?? "",
  subscribeUrl: subscribeUrl(podcast, visit),
  latest: newest?.episode?.audio ? newest : null,
});
