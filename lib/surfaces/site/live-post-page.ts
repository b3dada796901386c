import { mediaKinds } from "#lib/media/media.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { PostContent } from "#lib/pages/content.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { postReferences } from "#lib/pages/post-references.ts";
import { filteredUrl } from "#lib/queries/blog-query.ts";
import { lockedFields } from "#lib/surfaces/accounts/password-page.ts";
import { postComments } from "#lib/surfaces/content/comments.ts";
import type { PasswordForm, PostHead, PostPage } from "#lib/themes/theme.ts";
import { answerUrl, type CommentingState, commentingOn } from "./commenting.ts";
import type { UncommentedPost } from "./kept-parts.ts";
import { postHead, type TermUrls } from "./post-head.ts";
import { seriesOf } from "./series.ts";
import { artworkOf, linkTo, type SiteContext, siteFrameOf, sitePage } from "./site-context.ts";
import { postData } from "./structured-data.ts";

const maxRelated = 5;

/** The page of a post that the visitor may see. */
export const livePostPage = (
  post: Listing,
  content: PostContent,
  comments: readonly Comment[],
  state: CommentingState,
  context: SiteContext,
): PostPage => {
  const kept = context.keptOn(post);
  const make = () => uncommentedPost(post, content, context);
  const shown = kept ? kept.post(post.id, make) : make();
  const commenting = commentingOn(post, comments, state, context);
  return {
    ...shown,
    site: siteFrameOf(post, context),
    isIndexed: shown.isIndexed && !commenting?.form && !commenting?.notice,
    comments: postComments(comments, commenting ? answerUrl(context.addressOf(post)) : undefined),
    commenting,
  };
};

/** What the page of a post shows of the post, and of others beside it. */
const uncommentedPost = (post: Listing, content: PostContent, context: SiteContext): UncommentedPost => {
  const { catalog, viewer } = context;
  const blog = catalog.parent(post.id, viewer);
  const { older, newer } = catalog.postsBeside(post.id, viewer);
  const head = livePostHead(post, content, context);
  const { site, ...page } = sitePage(post, context, head.cover);
  return {
    ...page,
    ...head,
    body: content.body,
    structuredData: postData(post, { page: { ...page, site }, head, blog }, context),
    draft: null,
    seoTitle: content.seoTitle,
    blog: blog ? linkTo(blog, context) : null,
    passwordForms: passwordForms(post, content, context),
    artwork: blog ? artworkOf(blog, context) : null,
    series: seriesOf(post, context),
    older: older ? linkTo(older, context) : null,
    newer: newer ? linkTo(newer, context) : null,
    related: catalog.postsRelatedTo(post, maxRelated, viewer).map((other) => linkTo(other, context)),
  };
};

/** One form for each collection whose password opens media of the post to the visitor. */
const passwordForms = (
  post: Listing,
  content: PostContent,
  context: SiteContext,
): readonly PasswordForm[] => {
  const { catalog, reading, lockedCollection, passwordWasWrong, addressOf } = context;
  const { media } = postReferences(content, reading.customBlocks);
  const locked = mediaKinds.flatMap((kind) =>
    [...media[kind]].map((id) => {
      const object = catalog.media(kind, id);
      return object ? lockedCollection(object.collectionId) : null;
    }),
  );
  return [...new Set(locked.filter((id) => id !== null))].map((collection) => ({
    address: "/accounts/password/",
    kept: lockedFields({ collection }, addressOf(post)),
    wasWrong: passwordWasWrong,
    button: "Show the media",
  }));
};

export const livePostHead = (post: Listing, content: PostContent, context: SiteContext): PostHead => {
  const { catalog, site, reading } = context;
  const blog = catalog.listingById(post.parentId ?? 0);
  return postHead({
    content,
    categories: site.categories,
    seasons: blog?.seasons ?? [],
    persons: blog?.podcast?.persons ?? [],
    media: reading.media,
    termUrls: termUrls(post, context),
  });
};

/** Categories and tags link to the blog's posts, if the filter is active and the blog is visible. */
const termUrls = (post: Listing, { catalog, viewer, addressOf, postFilters }: SiteContext): TermUrls => {
  const blog = catalog.parent(post.id, viewer);
  const address = blog && addressOf(blog);
  const urlWith = (parameter: "category_facets" | "tag_facets", slug: string | undefined) =>
    address !== undefined && slug !== undefined && postFilters.has(parameter)
      ? filteredUrl(address, parameter, slug)
      : null;
  return {
    category: ({ slug }) => urlWith("category_facets", slug),
    tag: (tag) => urlWith("tag_facets", post.tagSlugs?.[post.tags?.indexOf(tag) ?? -1]),
  };
};
