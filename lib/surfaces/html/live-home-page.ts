import type { Listing } from "#lib/pages/listing.ts";
import { type BlogQuery, blogUrl } from "#lib/queries/site-page-queries.ts";
import type { HomePage, SearchPage } from "#lib/themes/theme.ts";
import { type ListPage, listPage, pageParameter, searchProblems, urlsBeside } from "./list-page.ts";
import { artworkOf, blogAbove, linkTo, type SiteContext, sitePage } from "./site-context.ts";

const maxBlogs = 200;
const maxPosts = 10;

/** The most blogs whose feeds are in the head of the front page. */
const maxLinkedBlogs = 10;

const pagesBelow = (home: Listing) => ({
  ...{ childOf: null, descendantOf: home.id, ancestorOf: null },
  ...{ filters: [], narrowing: null, found: null },
});

const blogsBelow = (home: Listing, { catalog, viewer }: SiteContext): readonly Listing[] =>
  catalog.list(
    {
      ...pagesBelow(home),
      types: ["site.Blog"],
      order: "default",
      window: { style: "offset", limit: maxBlogs, offset: 0 },
    },
    viewer,
  ).listings;

/** The feeds of the first blogs below the home page. */
export const feedsBelow = (home: Listing, context: SiteContext): HomePage["feeds"] =>
  feedsOfBlogs(blogsBelow(home, context), context);

const feedsOfBlogs = (blogs: readonly Listing[], context: SiteContext) =>
  blogs.slice(0, maxLinkedBlogs).flatMap((blog) => context.feedsOf(blog));

/** A front page: the site's name, and the blogs and newest posts below it that the visitor may see. */
export const liveHomePage = (home: Listing, context: SiteContext): HomePage => {
  const { catalog, viewer, site } = context;
  const blogs = blogsBelow(home, context);
  const newest = catalog.list(
    {
      ...pagesBelow(home),
      types: ["site.Post"],
      order: [{ field: "visible_date", descending: true }],
      window: { style: "offset", limit: maxPosts, offset: 0 },
    },
    viewer,
  );
  const page = sitePage(home, context);
  const hasCovers = newest.listings.some(({ coverImage }) => coverImage);
  return {
    ...page,
    extras: page.description !== "" || hasCovers ? ["front"] : [],
    title: site.settings.name,
    ...(home.introduction && { introduction: home.introduction }),
    feeds: feedsOfBlogs(blogs, context),
    blogs: blogs.map((blog) => ({
      ...linkTo(blog, context),
      description: blog.description ?? "",
      artwork: artworkOf(blog, context),
    })),
    newest: newest.listings.map((post) => {
      const blog = catalog.parent(post.id, viewer);
      return {
        ...linkTo(post, context),
        visibleDate: post.visibleDate ?? "",
        blog: blog ? linkTo(blog, context) : null,
        cover: post.coverImage ? context.reading.media("image", post.coverImage.id) : undefined,
      };
    }),
  };
};

/** A search of the whole site. */
export interface SiteSearch {
  readonly home: Listing;
  readonly query: BlogQuery;
  /** The words as the visitor wrote them. */
  readonly words: string;
  /** The ids of the pages that it found, best first. */
  readonly found: Uint32Array;
}

/** The search that a request for the front page asks for; undefined if it asks for none. */
export const siteSearch = (
  home: Listing,
  query: BlogQuery,
  found: Uint32Array | null,
): SiteSearch | undefined => {
  if (found) return { home, query, words: query.searchText, found };
  const wordless = query.wrong.find(({ parameter }) => parameter === "search");
  return wordless && { home, query, words: wordless.text, found: new Uint32Array() };
};

/** The requested page of the posts and pages that the visitor may see. */
export const foundPosts = (
  { home, query, found }: SiteSearch,
  { catalog, viewer }: SiteContext,
): ListPage => {
  const scope = { childOf: null, descendantOf: home.id, ancestorOf: null };
  return listPage(query.pageNumber, (window) =>
    catalog.list(
      { ...scope, ...whatIsWritten, filters: [], narrowing: null, found, order: "default", window },
      viewer,
    ),
  );
};

/** Posts, episodes, and pages that are neither. */
const whatIsWritten = { types: ["site.Post", "site.Episode", "site.Page"], exactTypes: true } as const;

export const liveSearchPage = (
  list: ListPage,
  { home, query, words }: SiteSearch,
  context: SiteContext,
): SearchPage => {
  const { pageNumber, pageCount } = list;
  const page = sitePage(home, context);
  const address = context.addressOf(home);
  const urlOfPage = (number: number): string =>
    blogUrl(address, { search: words, theme: query.theme ?? "", page: pageParameter(number) });
  return {
    ...page,
    site: { ...page.site, search: page.site.search && { ...page.site.search, words } },
    isIndexed: false,
    title: `Search for “${words}”`,
    seoTitle: "",
    description: "",
    count: list.total,
    posts: list.listings.map((post) => {
      const blog = blogAbove(post, context);
      return {
        ...linkTo(post, context),
        visibleDate: post.visibleDate ?? "",
        blog: blog ? linkTo(blog, context) : null,
        description: post.searchDescription,
      };
    }),
    problems: searchProblems(words, query, list),
    pageNumber,
    pageCount,
    ...urlsBeside(pageNumber, pageCount, urlOfPage),
  };
};
