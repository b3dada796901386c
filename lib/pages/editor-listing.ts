import type { Page } from "./page.ts";
import type { RevisionListing } from "./revision.ts";

type ListedPageKey =
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
export interface EditorListing extends Pick<Page, ListedPageKey> {
  readonly latest: RevisionListing;
}

/** True if the page's row says what its latest revision is about. */
export const hasRevisionListing = ({ summary, latestRevisionId }: Page): boolean =>
  latestRevisionId === null || summary?.revisionId === latestRevisionId;

/** `latest` is needed for pages whose row does not say what their latest revision is about. */
export const editorListingOf = (
  page: Page,
  latest = page.summary ?? withoutRevision(page),
): EditorListing => {
  const { id, kind, parentId, ancestors, slug, draftSlug, ownerId, live, unpublishedChanges } = page;
  const { latestRevisionId, liveRevisionId, firstPublishedAt, lastPublishedAt } = page;
  const { schedule, lock, workflow, version } = page;
  return {
    ...{ id, kind, parentId, ancestors, slug, draftSlug, ownerId, live, unpublishedChanges },
    ...{ latestRevisionId, liveRevisionId, firstPublishedAt, lastPublishedAt },
    ...{ schedule, lock, workflow, version, latest },
  };
};

const withoutRevision = ({ title, createdAt, ownerId }: Page): RevisionListing => ({
  ...{ revisionId: null, title, visibleDate: null, tags: [], categories: [], season: null },
  ...{ savedAt: createdAt, savedBy: ownerId },
});
