import type { PageList } from "#lib/catalog/list-query.ts";
import type { PublicContent } from "#lib/catalog/public-contents.ts";
import { integerFrom } from "#lib/discovery/integer.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { BlogPage } from "#lib/themes/theme.ts";
import { livePostSummary } from "./live-post-page.ts";
import { linkTo, sitePage, type Visit } from "./site-visit.ts";

/** How many posts a page of a blog shows. */
const pageSize = 20;

/** The posts on one page of a blog's list. */
export interface BlogPosts extends PageList {
  readonly pageNumber: number;
  readonly pageCount: number;
}

/** The posts of a blog that the visitor may see, newest first, on the page that `page` names; undefined where there is none. */
export const blogPosts = (
  blog: Listing,
  query: URLSearchParams,
  { catalog, viewer }: Visit,
): BlogPosts | undefined => {
  const pageNumber = pageNumberFrom(query.getAll("page").at(-1) ?? "");
  if (pageNumber === undefined) return undefined;
  const found = catalog.list(
    {
      types: ["site.Post"],
      childOf: blog.id,
      descendantOf: null,
      ancestorOf: null,
      filters: [],
      narrowing: null,
      found: null,
      order: [{ field: "visible_date", descending: true }],
      window: { style: "offset", limit: pageSize, offset: (pageNumber - 1) * pageSize },
    },
    viewer,
  );
  const pageCount = Math.max(1, Math.ceil(found.total / pageSize));
  return pageNumber <= pageCount ? { ...found, pageNumber, pageCount } : undefined;
};

const pageNumberFrom = (text: string): number | undefined => {
  const number = text === "" ? 1 : integerFrom(text);
  return number !== undefined && number >= 1 ? number : undefined;
};

/** The page of a blog with these of its posts, from what is published of them, in their order. */
export const blogPage = (
  blog: Listing,
  posts: BlogPosts,
  contents: readonly PublicContent[],
  visit: Visit,
): BlogPage => {
  const { pageNumber, pageCount } = posts;
  const address = visit.addressOf(blog);
  const addressOfPage = (number: number): string => (number === 1 ? address : `${address}?page=${number}`);
  return {
    ...sitePage(blog, visit),
    url: visit.base + addressOfPage(pageNumber),
    introduction: blog.description ?? "",
    address,
    count: posts.total,
    posts: posts.listings.flatMap((post, index) => {
      const content = contents[index]?.content;
      return content ? [{ ...livePostSummary(post, content, visit), url: linkTo(post, visit).url }] : [];
    }),
    pageNumber,
    pageCount,
    previousUrl: pageNumber > 1 ? addressOfPage(pageNumber - 1) : null,
    nextUrl: pageNumber < pageCount ? addressOfPage(pageNumber + 1) : null,
  };
};
