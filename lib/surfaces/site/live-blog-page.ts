import type { PageList } from "#lib/catalog/pages/list-query.ts";
import type { PublicContent } from "#lib/catalog/public-contents.ts";
import { type BlogParameters, blogUrl, isNarrowed, parametersOf } from "#lib/queries/blog-query.ts";
import type { BlogPage } from "#lib/themes/theme.ts";
import { blogNarrowing } from "./blog-narrowing.ts";
import type { BlogVisit } from "./blog-visit.ts";
import { livePostSummary } from "./live-post-page.ts";
import { linkTo, sitePage, type Visit } from "./site-visit.ts";

/** How many posts a page of a blog shows. */
const pageSize = 20;

/** The posts on one page of a blog's list. */
export interface BlogPosts extends PageList {
  readonly wanted: BlogVisit;
  readonly pageNumber: number;
  readonly pageCount: number;
}

/**
 * The posts that the visitor wants and may see: what a search has found as well as it fits, others the newest
 * first, unless the query has an order. Undefined where the list has no such page.
 */
export const blogPosts = (wanted: BlogVisit, { catalog, viewer }: Visit): BlogPosts | undefined => {
  const { blog, query, narrowing, found } = wanted;
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
  return pageNumber <= pageCount ? { ...list, wanted, pageNumber, pageCount } : undefined;
};

/** The page of a blog with these of its posts, from what is published of them, in their order. */
export const liveBlogPage = (
  posts: BlogPosts,
  contents: readonly PublicContent[],
  visit: Visit,
): BlogPage => {
  const { wanted, pageNumber, pageCount } = posts;
  const { blog, query } = wanted;
  const address = visit.addressOf(blog);
  const parameters = parametersOf(query);
  const urlOfPage = (number: number, others: Partial<BlogParameters>): string =>
    blogUrl(address, { ...others, page: number === 1 ? "" : String(number) });
  return {
    ...sitePage(blog, visit),
    url: visit.base + (isNarrowed(query) ? address : urlOfPage(pageNumber, {})),
    isIndexed: !isNarrowed(query),
    address,
    introduction: blog.description ?? "",
    ...blogNarrowing(wanted, visit),
    count: posts.total,
    posts: posts.listings.flatMap((post, index) => {
      const content = contents[index]?.content;
      return content ? [{ ...livePostSummary(post, content, visit), url: linkTo(post, visit).url }] : [];
    }),
    pageNumber,
    pageCount,
    previousUrl: pageNumber > 1 ? urlOfPage(pageNumber - 1, parameters) : null,
    nextUrl: pageNumber < pageCount ? urlOfPage(pageNumber + 1, parameters) : null,
  };
};
