import type { Page } from "#lib/pages/page.ts";
import type { RequestOutcome } from "#lib/store/commit-scope.ts";

/** Longer ones do not fit in a receipt, whose replay then shows the page's present slug. */
const maxSlugLength = 200;

/** The outcome of a change of a page; the content of its answer is in the revision. */
export const pageOutcome = (page: Page): RequestOutcome => {
  const { id, latestRevisionId, live, unpublishedChanges, slug, schedule } = page;
  return {
    id,
    revisionId: latestRevisionId,
    state: {
      ...{ live, unpublishedChanges, publishAt: schedule?.publishAt ?? null },
      ...(slug.length <= maxSlugLength && { slug }),
    },
  };
};
