import { isDeepStrictEqual } from "node:util";
import { stateAfterStep, type WorkflowStep } from "#lib/access/state-permits.ts";
import type { Page, WorkflowState } from "#lib/pages/page.ts";
import type { AuditKind } from "#lib/pages/revision.ts";
import type { Workflow } from "#lib/site/workflow.ts";
import type { EditablePage } from "#lib/store/pages.ts";
import { changePageState, type StateChange } from "./change-page-state.ts";

interface StepToTake extends StateChange {
  readonly step: WorkflowStep;
  /** The site's. */
  readonly workflows: readonly Workflow[];
}

/** Takes a step of a page's workflow. Refuses `workflow_state`. Cost: three requests. */
export const takeWorkflowStep = (
  pageId: number,
  { step, workflows, ...change }: StepToTake,
): Promise<EditablePage> =>
  setWorkflowState(pageId, {
    ...change,
    ...(step === "approve" && { kind: "wagtail.workflow.approve" }),
    next: (page) => {
      const state = stateAfterStep(step, page, workflows);
      const { userId = null } = change;
      const isNew = state !== null && page.workflow === null;
      return isNew && userId !== null ? { ...state, startedBy: userId } : state;
    },
  });

interface WorkflowChange extends StateChange {
  readonly next: (page: Page) => WorkflowState | null;
  /** The entry of the history; by default the one that the two states imply. */
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
