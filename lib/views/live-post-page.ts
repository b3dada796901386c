import type { Comment } from "#lib/pages/comment.ts";
import type { PostContent } from "#lib/pages/content.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { PostPage, PostSummary } from "#lib/themes/theme.ts";
import { postComments } from "./comments.ts";
import { posterUrl } from "./image-item.ts";
import { postSummary } from "./post-summary.ts";
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
  const summary = livePostSummary(post, content, visit);
  return {
    ...sitePage(post, visit),
    ...summary,
    seoTitle: content.seoTitle,
    description: content.searchDescription,
    blog: blog ? linkTo(blog, visit) : null,
    coverUrl: summary.cover && posterUrl(summary.cover.image, base),
    comments: postComments(comments),
    older: null,
    newer: null,
  };
};

/** What is said of a post that the visitor may see. */
export const livePostSummary = (
  post: Listing,
  content: PostContent,
  { catalog, site, reading }: Visit,
): PostSummary => {
  const blog = catalog.listingById(post.parentId ?? 0);
  return postSummary({
    kind: post.kind,
    content,
    categories: site.categories,
    seasons: blog?.seasons ?? [],
    media: reading.media,
    termUrls: { category: () => null, tag: () => null },
  });
};
