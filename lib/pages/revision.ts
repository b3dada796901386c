import type { AnyContent } from "./content.ts";

/**
 * One saved state of a page's content. Never changed once written. Ids grow over the whole site, not per
 * page.
 */
export interface Revision<Content extends AnyContent = AnyContent> {
  readonly id: number;
  readonly pageId: number;
  readonly content: Content;
  readonly authorId: number | null;
  readonly createdAt: string;
  /** The revision of the same page that was the latest before this one. */
  readonly previousRevisionId: number | null;
  /** Of a stored revision whose content is too large for one item. */
  readonly parts?: StoredParts;
}

/** Where the parts of a content are that is too large for one item. */
export interface StoredParts {
  readonly contentDigest: string;
  readonly contentParts: number;
  /** The page whose they are; absent where an earlier version wrote them, and pages may share them. */
  readonly contentPage?: number;
}
