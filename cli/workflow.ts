import type { PageAction } from "#cli/administration/site-administration.ts";
import { parseArguments, siteOptions } from "./arguments.ts";
import { printLines, type RunAdministration } from "./output.ts";

const taking =
  (action: PageAction["action"]): RunAdministration =>
  async (args, context) => {
    const { PATH, ...choice } = parseArguments(args, siteOptions, ["PATH"]);
    await using site = await context.openSite(choice, context);
    const { page } = await site.changePage(await site.pageAt(PATH), { action });
    const workflow = page?.workflow;
    const words = workflow?.state === "needs_changes" ? "needs changes" : "in progress";
    printLines(context.stdout, [
      workflow
        ? `${PATH}: ${workflow.name}, ${workflow.task}: ${words}.`
        : `${PATH} is in no workflow any more.`,
    ]);
    return 0;
  };

/** `lectern workflow start`: starts a page's workflow, or resumes it after requested changes. */
export const workflowStart = taking("start_workflow");

/** `lectern workflow approve`: approves the current task; after the last one the workflow ends. */
export const workflowApprove = taking("approve");

/** `lectern workflow request-changes`: hands the page back to its authors. */
export const workflowRequestChanges = taking("request_changes");

/** `lectern workflow cancel`: ends the workflow of a page without an approval. */
export const workflowCancel = taking("cancel_workflow");
