import { stateAfterStep, type WorkflowStep } from "#lib/access/workflow-steps.ts";
import type { Workflow } from "#lib/site/workflow.ts";
import type { EditablePage } from "#lib/store/pages.ts";
import type { StateChange } from "./change-page-state.ts";
import { setWorkflowState } from "./set-workflow-state.ts";

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
