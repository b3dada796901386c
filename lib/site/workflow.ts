import type { WorkflowState } from "#lib/pages/page.ts";

/** A task is done when a member of one of its groups approves. */
export interface WorkflowTask {
  readonly name: string;
  readonly groups: readonly number[];
}

/** Belongs to `pageIds` and everything below them; it is started separately. */
export interface Workflow {
  readonly id: number;
  readonly name: string;
  /** In order, at least one. */
  readonly tasks: readonly WorkflowTask[];
  readonly pageIds: readonly number[];
}

/** The state at the named task, or else at the first. */
export const stateAtTask = (
  workflow: Workflow,
  state: WorkflowState["state"],
  taskName?: string,
): WorkflowState => {
  const task = workflow.tasks.find(({ name }) => name === taskName) ?? workflow.tasks[0];
  if (!task) throw new Error(`The workflow ${workflow.name} has no tasks.`);
  return { name: workflow.name, task: task.name, state, groups: task.groups };
};

/** The next task, or null after the last one. */
export const stateAfterApproval = (workflow: Workflow, current: WorkflowState): WorkflowState | null => {
  const position = workflow.tasks.findIndex(({ name }) => name === current.task);
  const next = workflow.tasks[position + 1];
  if (position < 0 || !next) return null;
  return { ...current, ...stateAtTask(workflow, "in_progress", next.name) };
};

/** The workflow of the page itself, or of the nearest page above that has one. */
export const workflowFor = (
  workflows: readonly Workflow[],
  { id, ancestors }: { readonly id: number; readonly ancestors: readonly number[] },
): Workflow | undefined =>
  [...ancestors, id]
    .reverse()
    .flatMap((pageId) => workflows.find(({ pageIds }) => pageIds.includes(pageId)) ?? [])[0];
