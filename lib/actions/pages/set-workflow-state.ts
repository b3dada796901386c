import { isDeepStrictEqual } from "node:util";
import type { Page, WorkflowState } from "#lib/pages/page.ts";
import { changePageState, type StateChange } from "./change-page-state.ts";

/** Starts, moves or ends the workflow of a page; null is none. Cost: two requests. */
export const setWorkflowState = (
  pageId: number,
  { next, ...change }: StateChange & { readonly next: (page: Page) => WorkflowState | null },
): Promise<Page> =>
  changePageState(pageId, change, ({ page }) => {
    const workflow = next(page);
    return isDeepStrictEqual(page.workflow, workflow) ? undefined : { workflow };
  });
