import { blogUrl } from "#lib/discovery/blog-query.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { PostContent } from "#lib/pages/content.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { PostPage, PostSummary } from "#lib/themes/theme.ts";
import { postComments } from "./comments.ts";
import { posterUrl } from "./image-item.ts";
import { postSummary, type TermUrls } from "./post-summary.ts";
import { linkTo, sitePage, type Visit } from "./site-visit.ts";

/** The page of a post that the visitor may see. */
export const livePostPage = (
  post: Listing,
  content: PostContent,
  comments: readonly Comment[],
  visit: Visit,
): PostPage => {
  const { catalog, viewer, base } = visit;
  const blog = catalog.parent(post.id, viewer);
  const { older, newer } = catalog.postsBeside(post.id, viewer);
  const summary = livePostSummary(post, content, visit);
  return {
    ...sitePage(post, visit),
    ...summary,
    seoTitle: content.seoTitle,
    blog: blog ? linkTo(blog, visit) : null,
    coverUrl: summary.cover && posterUrl(summary.cover.image, base),
    comments: postComments(comments),
    older: older ? linkTo(older, visit) : null,
    newer: newer ? linkTo(newer, visit) : null,
  };
};

/** What is said of a post that the visitor may see. */
export const livePostSummary = (post: Listing, content: PostContent, visit: Visit): PostSummary => {
  const { catalog, site, reading } = visit;
  const blog = catalog.listingById(post.parentId ?? 0);
  return postSummary({
    kind: post.kind,
    content,
    categories: site.categories,
    seasons: blog?.seasons ?? [],
    media: reading.media,
    termUrls: termUrls(post, visit),
  });
};

/** Categories and tags lead to the posts of the same blog that have them, where the site has such filters and the visitor may see the blog. */
const termUrls = (post: Listing, { catalog, viewer, addressOf, postFilters }: Visit): TermUrls => {
  const blog = catalog.parent(post.id, viewer);
  const urlWith = (parameter: "category_facets" | "tag_facets", slug: string | undefined) =>
    blog && slug !== undefined && postFilters.has(parameter)
      ? blogUrl(addressOf(blog), { [parameter]: slug })
      : null;
  return {
    category: ({ slug }) => urlWith("category_facets", slug),
    tag: (tag) => urlWith("tag_facets", post.tagSlugs?.[post.tags?.indexOf(tag) ?? -1]),
  };
};
