import type { WorkflowStep } from "#lib/access/workflow-steps.ts";
import { takeWorkflowStep } from "#lib/actions/pages/take-workflow-step.ts";
import { readSite } from "#lib/store/site.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { printLines, type RunCommand } from "./output.ts";
import { pageAt, permitAdministrator } from "./page-at.ts";

const taking =
  (step: WorkflowStep): RunCommand =>
  async (args, context) => {
    const { PATH, ...choice } = parseArguments(args, storeOptions, ["PATH"]);
    await using _store = await openStore(choice, context);
    const { workflows } = await readSite();
    const change = { permit: permitAdministrator, step, workflows };
    const { workflow } = (await takeWorkflowStep(await pageAt(PATH), change)).page;
    const words = workflow?.state === "needs_changes" ? "needs changes" : "in progress";
    printLines(context.stdout, [
      workflow
        ? `${PATH}: ${workflow.name}, ${workflow.task}: ${words}.`
        : `${PATH} is in no workflow any more.`,
    ]);
    return 0;
  };

/** `lectern workflow start`: starts a page's workflow, or resumes it after requested changes. */
export const workflowStart = taking("start");

/** `lectern workflow approve`: approves the current task; after the last one the workflow ends. */
export const workflowApprove = taking("approve");

/** `lectern workflow request-changes`: hands the page back to its authors. */
export const workflowRequestChanges = taking("request_changes");

/** `lectern workflow cancel`: ends the workflow of a page without an approval. */
export const workflowCancel = taking("cancel");
