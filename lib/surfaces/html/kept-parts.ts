import { cached } from "#lib/cached.ts";
import { RepeatCache } from "#lib/repeat-cache.ts";
import type { SafeHtml } from "#lib/richtext/safe-html.ts";
import type { ListedPost } from "#lib/themes/page-parts.ts";
import type { BlogPage, KeptHtml, PostPage } from "#lib/themes/theme.ts";

/** The page of a post without comments, and without what each visitor is shown of the site. */
export type UncommentedPost = Omit<PostPage, "site" | "comments" | "commenting">;

/** Parts of pages that strangers were shown, who all see the same in one theme and state of the catalog. */
export interface KeptParts {
  /** The entry of a post in lists, kept by the post's id. */
  readonly entry: (postId: number, make: () => ListedPost) => ListedPost;
  readonly post: (postId: number, make: () => UncommentedPost) => UncommentedPost;
  /** The filters of a list, kept by its address. */
  readonly narrowing: (listUrl: string, make: () => ShownNarrowing) => ShownNarrowing;
  readonly html: KeptHtml;
}

/** Some eight kilobytes each, with their HTML. */
const maxEntries = 1_000;
const maxPosts = 1_000;
const maxNarrowings = 50;
/** The most combinations of origin and theme. */
const maxViews = 10;

const viewsByState = new WeakMap<object, Map<string, KeptParts>>();

/**
 * The parts that were kept in a state of the catalog. Ask for the state before anything that parts are made
 * of.
 */
export const keptPartsAt = (state: object, view: string): KeptParts => {
  const views = viewsByState.get(state) ?? new Map<string, KeptParts>();
  viewsByState.set(state, views);
  return cached(views, maxViews, view, newParts);
};

const newParts = (): KeptParts => {
  const entries = new RepeatCache<number, ListedPost>(maxEntries);
  const posts = new RepeatCache<number, UncommentedPost>(maxPosts);
  const narrowings = new Map<string, ShownNarrowing>();
  const htmlByPart = new WeakMap<object, SafeHtml>();
  return {
    entry: (postId, make) => entries.get(postId, make),
    post: (postId, make) => posts.get(postId, make),
    narrowing: (listUrl, make) => cached(narrowings, maxNarrowings, listUrl, make),
    html: (shown, write) => {
      const known = htmlByPart.get(shown);
      if (known !== undefined) return known;
      const html = write();
      htmlByPart.set(shown, html);
      return html;
    },
  };
};

/** The ways to narrow a list of posts, and the chosen ones. */
export interface ShownNarrowing extends Pick<BlogPage, "form" | "chosen" | "facets"> {
  /** True if a public post of the blog has the tag that was asked for. */
  readonly knowsTag: boolean;
}
