import type { SafeHtml } from "#lib/richtext/safe-html.ts";
import { type Child, htmlOfAll, inOnePiece, withoutElement } from "#lib/themes/element.ts";
import type { ListedPost, PageLink, SiteFrame } from "#lib/themes/page-parts.ts";
import type { BlogPage, HomePage, PostPage, Reading } from "#lib/themes/theme.ts";

/** The parts of pages that a theme may replace. All other parts are the same in every theme. */
export interface Parts {
  /** Above the content of every page: the pages above, the navigation, and the visitor's account. */
  readonly siteHeader: (
    site: SiteFrame | null,
    above: readonly PageLink[],
    reading: Pick<Reading, "fileUrl">,
  ) => Child;
  /** Below the content of every page. */
  readonly siteFooter: (site: SiteFrame | null, content: Child) => Child;
  /** The beginning of the front page. */
  readonly homeOpening: (home: HomePage, reading: Reading) => Child;
  readonly homeBlogs: (home: HomePage, reading: Reading) => Child;
  readonly homeNewest: (home: HomePage, reading: Reading) => Child;
  /** The beginning of a blog's page, above filters and posts. */
  readonly blogOpening: (blog: BlogPage, reading: Reading) => Child;
  /** The posts of a page of the list of a blog, of which there is one at least. */
  readonly entries: (blog: BlogPage, reading: Reading, entry: Parts["entry"]) => Child;
  /** A post in the list of a blog. */
  readonly entry: (post: ListedPost, reading: Reading) => Child;
  /** The beginning of a post's page: its title, its picture, and the player of an episode. */
  readonly postOpening: (post: PostPage, reading: Reading) => Child;
  /** The blocks of a post. */
  readonly postBody: (post: PostPage, reading: Reading) => Child;
}

/** The parts that make the shared pages those of a theme. */
export interface Composition {
  readonly style: SafeHtml;
  readonly parts: Parts;
}

/** A part of a page, written once for all readers who see the same where the reading keeps parts. */
export const keptPart = (shown: object, { kept }: Pick<Reading, "kept">, write: () => Child): Child =>
  kept ? withoutElement(kept(shown, () => inOnePiece(htmlOfAll(write())))) : write();
