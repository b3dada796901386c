import { isDeepStrictEqual } from "node:util";
import type { Page } from "#lib/pages/page.ts";
import { changePageState, type StateChange } from "./change-page-state.ts";

/** Approves the latest revision, but no later draft, for an instant; null removes the approval. */
export const schedulePage = (
  pageId: number,
  { publishAt, ...change }: StateChange & { readonly publishAt: string | null },
): Promise<Page> =>
  changePageState(pageId, change, ({ page, latest }) => {
    if (publishAt !== null && !latest) throw new Error(`Page ${pageId} has no revision to approve.`);
    const schedule = publishAt !== null && latest ? { revisionId: latest.id, publishAt } : null;
    return isDeepStrictEqual(page.schedule, schedule) ? undefined : { schedule };
  });
