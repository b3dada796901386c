import { permitWorkflowStep, type WorkflowStep } from "#lib/access/state-permits.ts";
import type { editReads } from "#lib/actions/pages/page-reads.ts";
import { takeWorkflowStep } from "#lib/actions/pages/workflow.ts";
import { type EditedKind, type EditorCall, shownToEditors } from "./edited-kind.ts";
import { stateChange } from "./state-change.ts";

/** Takes a step of the workflow of a post or episode (contract#workflow-steps). */
export const takeStep = async <View>(
  kind: EditedKind<View>,
  step: WorkflowStep,
  call: EditorCall<ReturnType<typeof editReads>>,
): Promise<View> => {
  const { workflows } = call.principal.site;
  const change = { ...stateChange(kind.require, call, permitWorkflowStep(step)), step, workflows } as const;
  return shownToEditors(kind, call, await takeWorkflowStep(call.params.id, change));
};
