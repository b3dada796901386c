import { postsRelatedTo } from "#lib/catalog/pages/related.ts";
import { translationsOf } from "#lib/catalog/pages/translations.ts";
import { certain } from "#lib/certain.ts";
import { mediaKinds } from "#lib/media/media.ts";
import {
  type Comment,
  type CommentFields,
  type CommentProblems,
  maxCommentLengths,
  mayBeAnswered,
  type ThreadedComment,
  threadsOf,
} from "#lib/pages/comment.ts";
import type { AnyWritten } from "#lib/pages/content.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isPost } from "#lib/pages/page.ts";
import { postReferences } from "#lib/pages/post-references.ts";
import { foreignLanguage } from "#lib/pages/text-language.ts";
import { type CommentView, filteredUrl } from "#lib/queries/site-page-queries.ts";
import { lockedFields } from "#lib/surfaces/accounts/password-pages.ts";
import { postComments } from "#lib/surfaces/content/comments.ts";
import type { Commenting, PasswordForm, PostHead, Series } from "#lib/themes/page-parts.ts";
import type { PostPage } from "#lib/themes/theme.ts";
import { postHead, type TermUrls } from "./post-head.ts";
import {
  artworkOf,
  blogAbove,
  linkTo,
  type SiteContext,
  siteFrameOf,
  sitePage,
  type UncommentedPost,
} from "./site-context.ts";
import { postData } from "./structured-data.ts";

const maxRelated = 5;

/** The page of a post that the visitor may see. */
export const livePostPage = (
  post: Listing,
  content: AnyWritten,
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

/** The page of a post, with others beside it, but without comments. */
const uncommentedPost = (post: Listing, content: AnyWritten, context: SiteContext): UncommentedPost => {
  const { catalog, viewer } = context;
  const blog = blogAbove(post, context);
  const { older, newer } = isPost(post) ? catalog.postsBeside(post.id, viewer) : noPosts;
  const head = livePostHead(post, content, context);
  const { site, ...page } = sitePage(post, context, head.cover);
  const { locale } = context.site.settings;
  const language = foreignLanguage(content, locale);
  // Each language once: the page itself stands for its own, and of several others the first.
  const versions = Map.groupBy(
    [post, ...translationsOf(catalog.pages, post.id, viewer)],
    (version) => version.language ?? locale,
  );
  const translations = [...versions].map(([language, [version]]) => ({
    language,
    url: context.base + context.addressOf(certain(version)),
  }));
  return {
    ...page,
    ...head,
    ...(language && { language }),
    ...(translations.length > 1 && { translations }),
    body: content.body,
    structuredData: postData(post, { page: { ...page, site }, head, blog }, context),
    draft: null,
    seoTitle: content.seoTitle,
    blog: blog ? linkTo(blog, context) : null,
    passwordForms: passwordForms(post, content, context),
    artwork: blog && isPost(post) ? artworkOf(blog, context) : null,
    series: seriesOf(post, context),
    older: older ? linkTo(older, context) : null,
    newer: newer ? linkTo(newer, context) : null,
    related: postsRelatedTo(catalog.pages, post, maxRelated, viewer).map((other) => linkTo(other, context)),
  };
};

const noPosts = { older: undefined, newer: undefined };

/** One form for each collection whose password opens media of the post to the visitor. */
const passwordForms = (post: Listing, content: AnyWritten, context: SiteContext): readonly PasswordForm[] => {
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

export const livePostHead = (post: Listing, content: AnyWritten, context: SiteContext): PostHead => {
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

/** A tag such as `series: The Long Drain`. */
const seriesTag = /^series:\s*(\S.*)$/i;

/** A longer series shows its first parts. */
const maxParts = 100;

/**
 * The series of a post: the posts of its blog that the visitor may see and that have the same tag
 * `series: …` (contract#series). Null for posts without such a tag, and for series of one.
 */
const seriesOf = (post: Listing, context: SiteContext): Series | null => {
  const { catalog, viewer, addressOf, site } = context;
  const index = post.tags?.findIndex((tag) => seriesTag.test(tag)) ?? -1;
  const [tag, slug] = [post.tags?.[index], post.tagSlugs?.[index]];
  const name = tag && seriesTag.exec(tag)?.[1];
  if (!name || slug === undefined) return null;
  const { listings } = catalog.list(
    {
      types: ["site.Post"],
      childOf: post.parentId,
      descendantOf: null,
      ancestorOf: null,
      filters: [],
      narrowing: {
        month: null,
        category: null,
        tag: slug,
        after: null,
        before: null,
        timezone: site.settings.timezone,
      },
      found: null,
      order: [{ field: "visible_date", descending: false }],
      window: { style: "offset", limit: maxParts, offset: 0 },
    },
    viewer,
  );
  if (listings.length < 2) return null;
  const address = addressOf(post);
  const parts = listings.map((part) => linkTo(part, context));
  return { name, parts: parts.map((part) => ({ ...part, isCurrent: part.url === address })) };
};

/** What a visitor has done so far to comment, and when. */
export interface CommentingState {
  readonly view: CommentView | null;
  /** The comment that the visitor sent, and its problems; null if nothing was sent. */
  readonly sent: { readonly fields: CommentFields; readonly problems: CommentProblems } | null;
  readonly nowMs: number;
}

/** The form with which the visitor comments on the post; null if they cannot. */
const commentingOn = (
  post: Listing,
  comments: readonly Comment[],
  { view, sent, nowMs }: CommentingState,
  { takesComments, addressOf }: SiteContext,
): Commenting | null => {
  if (!takesComments(post)) return null;
  const address = addressOf(post);
  const isForm = sent !== null || view?.kind === "form";
  const answers = sent?.fields.answers ?? (view?.kind === "form" ? view.answers : "");
  const answered = threadsOf(comments).find(({ id }) => String(id) === answers);
  const { name = "", email = "", text = "" } = sent?.fields ?? {};
  return {
    writeUrl: `${address}?comment=new#write-comment`,
    notice: view?.kind === "notice" ? view.notice : null,
    form: isForm
      ? {
          address: `${address}#write-comment`,
          cancelUrl: `${address}#comments`,
          answered: answered?.name ?? null,
          kept: { answers: answered ? answers : "", opened: openedAt(sent?.fields.opened, nowMs) },
          values: { name, email, text },
          maxLengths: maxCommentLengths,
          problems: sent?.problems ?? {},
        }
      : null,
  };
};

/** The address of the form for an answer; null where the thread ends. */
const answerUrl =
  (address: string) =>
  (comment: ThreadedComment): string | null =>
    mayBeAnswered(comment) ? `${address}?comment=${comment.id}#write-comment` : null;

/** A form that is shown again keeps its time, unless that is none. */
const openedAt = (sent: string | undefined, nowMs: number): string =>
  sent !== undefined && /^\d{1,15}$/.test(sent) && Number(sent) <= nowMs ? sent : String(nowMs);
