import type { Page, WorkflowState } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { stateAfterApproval, stateAtTask, type Workflow, workflowFor } from "#lib/site/workflow.ts";

export type WorkflowStep = "start" | "approve" | "request_changes" | "cancel";

/**
 * The state that a step leads to; null is none. `start` also resumes a workflow after requested changes. The
 * approval of the last task ends it. Refuses `workflow_state`, with a sentence, if the page has no such step.
 */
export const stateAfterStep = (
  step: WorkflowStep,
  page: Page,
  workflows: readonly Workflow[],
): WorkflowState | null => {
  const current = page.workflow;
  if (step === "start") return started(page, workflows);
  if (step === "cancel") {
    if (!current) throw noSuchStep("The page is in no workflow.");
    return null;
  }
  if (current?.state !== "in_progress") throw noSuchStep("No workflow is in progress on the page.");
  if (step === "request_changes") return { ...current, state: "needs_changes" };
  const workflow = workflows.find(({ name }) => name === current.name);
  return workflow ? stateAfterApproval(workflow, current) : null;
};

const started = (page: Page, workflows: readonly Workflow[]): WorkflowState => {
  if (page.workflow?.state === "in_progress") throw noSuchStep("A workflow is in progress already.");
  if (page.workflow) return { ...page.workflow, state: "in_progress" };
  const workflow = workflowFor(workflows, page);
  if (!workflow) throw noSuchStep("No workflow is assigned to the page.");
  return stateAtTask(workflow, "in_progress");
};

const noSuchStep = (detail: string): Refusal => new Refusal("workflow_state", { detail });
