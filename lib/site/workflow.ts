import type { Authored, ObjectFields, StoredObject } from "#lib/object-fields.ts";
import type { WorkflowState } from "#lib/pages/page.ts";

const taskFields = {
  name: { type: "title", required: true },
  groups: { type: "groups", required: true },
} as const satisfies ObjectFields;

export const taskAuthoring = {
  name: { label: "Name", help: "What is approved." },
  groups: { label: "Groups", help: "Members of any of these may approve." },
} as const satisfies Authored<typeof taskFields>;

export const workflowFields = {
  name: { type: "title", required: true },
  /** The tasks in order. One is done when a member of one of its groups approves. */
  tasks: { type: "objects", fields: taskFields, minMembers: 1, required: true },
  pageIds: { type: "pages", called: "pages", stated: true },
} as const satisfies ObjectFields;

export const workflowAuthoring = {
  name: { label: "Name", help: "What lists call it." },
  tasks: { label: "Tasks", help: "What is approved one after the other, and the groups that approve." },
  pageIds: { label: "Pages", help: "It is for these and what is below them." },
} as const satisfies Authored<typeof workflowFields>;

/** Belongs to `pageIds` and everything below them; it is started separately. */
export interface Workflow extends StoredObject<typeof workflowFields> {
  readonly id: number;
  /** As `MadeByHand` of categories. */
  readonly byHand?: true;
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
