import { idsAbove } from "#lib/pages/addresses.ts";
import type { Page } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { RequestOutcome } from "#lib/store/commit-scope.ts";
import { type EditablePage, readPages, readPageWithRevision } from "#lib/store/pages.ts";
import { requireEditable } from "./post-permits.ts";
import type { Principal } from "./principal.ts";

/** The post as a request has left it, if the caller may edit it now. Refuses as `requireEditable`. */
export const editableAfter = async (outcome: RequestOutcome, principal: Principal): Promise<EditablePage> => {
  const found = await readPageWithRevision(outcome.id, outcome.revisionId ?? 0);
  const { page, latest } = requireEditable(found, principal);
  if (!latest) throw new Refusal("not_found", { detail: "Post not found." });
  return { page: stateAfter(page, outcome), latest };
};

/** The slugs of the pages in a page's address, without its own. One request. */
export const slugsAbove = async (page: Page): Promise<string[]> =>
  (await readPages(idsAbove(page))).map((above) => above?.slug ?? "");

const stateAfter = (page: Page, { revisionId = null, state = {} }: RequestOutcome): Page => {
  const { live, unpublishedChanges, publishAt, slug = page.slug } = state;
  const schedule = publishAt ? { revisionId: revisionId ?? 0, publishAt: String(publishAt) } : null;
  return {
    ...page,
    latestRevisionId: revisionId,
    live: live === true,
    unpublishedChanges: unpublishedChanges === true,
    slug: String(slug),
    schedule,
  };
};
