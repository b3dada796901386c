import type { AuditKind } from "./audit-entry.ts";
import type { AnyContent } from "./content.ts";

/** A saved state of a page's content, never changed. Ids grow over the whole site. */
export interface Revision<Content extends AnyContent = AnyContent> {
  readonly id: number;
  readonly pageId: number;
  readonly content: Content;
  readonly authorId: number | null;
  /** What saved it: a token's name or a `User-Agent`; absent if unknown. Never public. */
  readonly client?: string;
  readonly createdAt: string;
  /** The latest revision of the page before this one. */
  readonly previousRevisionId: number | null;
  /** The revision whose content this one brought back. */
  readonly restoredFrom?: number;
  /** Its entry in the page's log, which then has none of its own; absent in revisions of earlier versions. */
  readonly audit?: { readonly version: number; readonly kind: AuditKind };
  /** The content as its item has it; absent in a revision that is not stored yet. */
  readonly stored?: StoredBody;
}

/** A content as an item has it: deflated, or where its parts are if it is too large for one item. */
export type StoredBody = { readonly content: Uint8Array } | StoredParts;

/** The parts of a content that is too large for one item. */
export interface StoredParts {
  readonly contentDigest: string;
  readonly contentParts: number;
  /** The page that the parts belong to; absent if an earlier version wrote them, and pages may share them. */
  readonly contentPage?: number;
}
