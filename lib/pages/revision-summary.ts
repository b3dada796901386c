import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import type { AnyContent, EpisodeContent, PostContent } from "./content.ts";
import type { PageSource } from "./content-fields.ts";
import type { Revision } from "./revision.ts";
import { countUsed, type UsedMedia, usedMedia } from "./used-media.ts";

/** What lists for editors show of a page's latest revision. */
export interface RevisionSummary {
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

/** With so many ids, a page's row costs one write unit more. */
const maxMedia = 100;

type SummarizedRevision = Pick<Revision, "id" | "content" | "authorId" | "createdAt" | "previousRevisionId">;

export const summaryOf = (
  { id, content, authorId, createdAt, previousRevisionId }: SummarizedRevision,
  customBlocks: CustomBlocks | undefined,
): RevisionSummary => {
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
