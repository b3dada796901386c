import { isDeepStrictEqual } from "node:util";
import type { AuditKind } from "#lib/pages/audit-entry.ts";
import type { Page, WorkflowState } from "#lib/pages/page.ts";
import type { EditablePage } from "#lib/store/pages.ts";
import { changePageState, type StateChange } from "./change-page-state.ts";

interface WorkflowChange extends StateChange {
  readonly next: (page: Page) => WorkflowState | null;
  /** What the history says; by default what the two states say. */
  readonly kind?: AuditKind;
}

/** Starts, moves or ends the workflow of a page; null is none. Cost: three requests. */
export const setWorkflowState = (
  pageId: number,
  { next, kind, ...change }: WorkflowChange,
): Promise<EditablePage> =>
  changePageState(pageId, change, ({ page }) => {
    const workflow = next(page);
    if (isDeepStrictEqual(page.workflow, workflow)) return undefined;
    const audit = {
      kind: kind ?? kindBetween(page.workflow, workflow),
      revisionId: page.latestRevisionId,
    };
    return { workflow, audit };
  });

const kindBetween = (before: WorkflowState | null, after: WorkflowState | null): AuditKind => {
  if (!after) return "wagtail.workflow.cancel";
  if (!before) return "wagtail.workflow.start";
  if (after.state === "needs_changes") return "wagtail.workflow.reject";
  return before.state === "needs_changes" ? "wagtail.workflow.resume" : "wagtail.workflow.approve";
};
