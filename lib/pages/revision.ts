import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import type { AnyContent, EpisodeContent, PostContent } from "./content.ts";
import type { PageSource } from "./content-fields.ts";
import { countUsed, type UsedMedia, usedMedia } from "./post-references.ts";

/** A saved state of a page's content, never changed. Ids grow over the whole site. */
export interface Revision<Content extends AnyContent = AnyContent> {
  readonly id: number;
  readonly pageId: number;
  readonly content: Content;
  readonly authorId: number | null;
  /** The client that saved it: a token's name or a `User-Agent`; absent if unknown. Never public. */
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

/** The part of a page's latest revision that lists for editors show. */
export interface RevisionListing {
  /** Null for a page without revisions. */
  readonly revisionId: number | null;
  /** Absent from rows that an earlier version wrote. */
  readonly previousRevisionId?: number | null;
  readonly title: string;
  /** Null for pages that are no posts. */
  readonly visibleDate: string | null;
  readonly tags: readonly string[];
  readonly categories: readonly number[];
  readonly season: number | null;
  /** Absent from rows whose revision has none. */
  readonly source?: PageSource;
  readonly savedAt: string;
  /** Null for manifests. */
  readonly savedBy: number | null;
  /** Absent where it would make the row large: then the revision says it. */
  readonly media?: UsedMedia;
}

/** The most ids of media in a page's row; with so many it costs one write unit more. */
const maxMedia = 100;

type ListedRevision = Pick<Revision, "id" | "content" | "authorId" | "createdAt" | "previousRevisionId">;

export const revisionListingOf = (
  { id, content, authorId, createdAt, previousRevisionId }: ListedRevision,
  customBlocks: CustomBlocks | undefined,
): RevisionListing => {
  const media = usedMedia(content, customBlocks);
  const {
    visibleDate,
    tags,
    categories,
    season,
    source,
  }: Partial<PostContent & EpisodeContent> & AnyContent = content;
  return {
    revisionId: id,
    previousRevisionId,
    title: content.title,
    visibleDate: visibleDate ?? null,
    tags: tags ?? [],
    categories: categories ?? [],
    season: season ?? null,
    ...(source && { source }),
    savedAt: createdAt,
    savedBy: authorId,
    ...(countUsed(media) <= maxMedia && { media }),
  };
};

/** The event of an audit entry (contract#audit-log). */
export type AuditKind =
  | "lectern.erase"
  | "lectern.restore"
  | "wagtail.create"
  | "wagtail.delete"
  | "wagtail.edit"
  | "wagtail.revert"
  | "wagtail.rename"
  | "wagtail.publish"
  | "wagtail.publish.schedule"
  | "wagtail.publish.scheduled"
  | "wagtail.schedule.cancel"
  | "wagtail.unpublish"
  | "wagtail.lock"
  | "wagtail.unlock"
  | "wagtail.workflow.start"
  | "wagtail.workflow.resume"
  | "wagtail.workflow.approve"
  | "wagtail.workflow.reject"
  | "wagtail.workflow.cancel";

/** An entry of a page's history. `userId` is null for schedules, manifests and commands. */
export interface AuditEntry {
  readonly pageId: number;
  readonly kind: AuditKind;
  readonly userId: number | null;
  readonly revisionId: number | null;
  readonly at: string;
}
