import type { Listing } from "#lib/pages/listing.ts";
import type { HomePage } from "#lib/themes/theme.ts";
import { artworkOf, linkTo, type SiteContext, sitePage } from "./site-context.ts";

const maxBlogs = 200;
const maxPosts = 10;

/** The most blogs whose feeds are in the head of the front page. */
const maxLinkedBlogs = 10;

/** A front page: the site's name, and the blogs and newest posts below it that the visitor may see. */
export const liveHomePage = (home: Listing, context: SiteContext): HomePage => {
  const { catalog, viewer, site } = context;
  const below = {
    childOf: null,
    descendantOf: home.id,
    ancestorOf: null,
    filters: [],
    narrowing: null,
    found: null,
  };
  const blogs = catalog.list(
    {
      ...below,
      types: ["site.Blog"],
      order: "default",
      window: { style: "offset", limit: maxBlogs, offset: 0 },
    },
    viewer,
  );
  const newest = catalog.list(
    {
      ...below,
      types: ["site.Post"],
      order: [{ field: "visible_date", descending: true }],
      window: { style: "offset", limit: maxPosts, offset: 0 },
    },
    viewer,
  );
  return {
    ...sitePage(home, context),
    title: site.settings.name,
    feeds: blogs.listings.slice(0, maxLinkedBlogs).flatMap((blog) => context.feedsOf(blog)),
    blogs: blogs.listings.map((blog) => ({
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
      };
    }),
  };
};
