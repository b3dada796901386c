import type { Page } from "./page.ts";
import type { RevisionSummary } from "./revision.ts";

type EditionKey =
  | "id"
  | "kind"
  | "parentId"
  | "ancestors"
  | "slug"
  | "draftSlug"
  | "ownerId"
  | "live"
  | "unpublishedChanges"
  | "latestRevisionId"
  | "liveRevisionId"
  | "firstPublishedAt"
  | "lastPublishedAt"
  | "schedule"
  | "lock"
  | "workflow"
  | "version";

/** A page as lists for editors show it, with what they show of its latest revision. */
export interface Edition extends Pick<Page, EditionKey> {
  readonly summary: RevisionSummary;
}

/** True if the page's row says what its latest revision is about. */
export const hasSummary = ({ summary, latestRevisionId }: Page): boolean =>
  latestRevisionId === null || summary?.revisionId === latestRevisionId;

/** The summary is needed for pages whose row has none of the latest revision. */
export const editionOf = (page: Page, summary = page.summary ?? withoutRevision(page)): Edition => {
  const { id, kind, parentId, ancestors, slug, draftSlug, ownerId, live, unpublishedChanges } = page;
  const { latestRevisionId, liveRevisionId, firstPublishedAt, lastPublishedAt } = page;
  const { schedule, lock, workflow, version } = page;
  return {
    ...{ id, kind, parentId, ancestors, slug, draftSlug, ownerId, live, unpublishedChanges },
    ...{ latestRevisionId, liveRevisionId, firstPublishedAt, lastPublishedAt },
    ...{ schedule, lock, workflow, version, summary },
  };
};

const withoutRevision = ({ title, createdAt, ownerId }: Page): RevisionSummary => ({
  ...{ revisionId: null, title, visibleDate: null, tags: [], categories: [], season: null },
  ...{ savedAt: createdAt, savedBy: ownerId },
});
