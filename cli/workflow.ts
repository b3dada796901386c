import { setWorkflowState } from "#lib/actions/pages/set-workflow-state.ts";
import type { Page, WorkflowState } from "#lib/pages/page.ts";
import { stateAfterApproval, stateAtTask, type Workflow, workflowFor } from "#lib/site/workflow.ts";
import { readSite } from "#lib/store/site.ts";
import { PlainError } from "#local/plain-error.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { printLines, type RunCommand } from "./output.ts";
import { pageAt, permitAdministrator } from "./page-at.ts";

type Transition = (page: Page, workflows: readonly Workflow[]) => WorkflowState | null;

const transition =
  (next: Transition): RunCommand =>
  async (args, context) => {
    const { PATH, ...choice } = parseArguments(args, storeOptions, ["PATH"]);
    await using _store = await openStore(choice, context);
    const { workflows } = await readSite();
    const { workflow } = await setWorkflowState(await pageAt(PATH), {
      permit: permitAdministrator,
      next: (page) => next(page, workflows),
    });
    const words = workflow?.state === "needs_changes" ? "needs changes" : "in progress";
    printLines(context.stdout, [
      workflow
        ? `${PATH}: ${workflow.name}, ${workflow.task}: ${words}.`
        : `${PATH} is in no workflow any more.`,
    ]);
    return 0;
  };

/** `lectern workflow start`: starts a page's workflow, or resumes it after requested changes. */
export const workflowStart = transition((page, workflows) => {
  if (page.workflow?.state === "in_progress") throw new PlainError("A workflow is in progress already.");
  if (page.workflow) return { ...page.workflow, state: "in_progress" };
  const workflow = workflowFor(workflows, page);
  if (!workflow) throw new PlainError("No workflow is assigned to the page.");
  return stateAtTask(workflow, "in_progress");
});

/** `lectern workflow approve`: approves the current task; after the last one the workflow ends. */
export const workflowApprove = transition((page, workflows) => {
  const current = inProgress(page);
  const workflow = workflows.find(({ name }) => name === current.name);
  return workflow ? stateAfterApproval(workflow, current) : null;
});

/** `lectern workflow request-changes`: hands the page back to its authors. */
export const workflowRequestChanges = transition((page) => ({ ...inProgress(page), state: "needs_changes" }));

/** `lectern workflow cancel`: ends the workflow of a page without an approval. */
export const workflowCancel = transition(() => null);

const inProgress = ({ workflow }: Page): WorkflowState => {
  if (workflow?.state !== "in_progress") throw new PlainError("No workflow is in progress on the page.");
  return workflow;
};
