import type { BinnedPage, Page, WorkflowState } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { stateAfterApproval, stateAtTask, type Workflow, workflowFor } from "#lib/site/workflow.ts";
import {
  mayAddPages,
  mayAddPosts,
  mayCancelWorkflow,
  mayLock,
  mayReview,
  mayUnlock,
} from "./page-permissions.ts";
import {
  type CurrentPage,
  type PermittedPage,
  requireEditable,
  requireFree,
  requireLatest,
  requirePublishable,
  requireUnlocked,
} from "./post-permits.ts";
import type { Principal } from "./principal.ts";

/** The caller who wants to change a post's state, and the revision that they expect to be the latest. */
export interface StateClaim {
  readonly principal: Principal;
  /** The id as digits, because callers may send more than a number can hold. Undefined for any revision. */
  readonly expected: string | undefined;
  readonly globalEditLock: boolean;
}

/** Refuses what a caller may not do with a post, in the order of the contract. */
export type StatePermit = (current: CurrentPage | undefined, claim: StateClaim) => void;

/** Refuses in the order of contract#unpublish. */
export const permitWithdrawal: StatePermit = (current, { principal, expected, globalEditLock }) => {
  const { page } = requirePublishable(current, principal);
  requireLatest(page, expected);
  if (!page.live) throw new Refusal("not_live");
  requireFree(page, principal, globalEditLock);
};

/** Refuses in the order of contract#delete. */
export const permitDeletion: StatePermit = (current, { principal, expected, globalEditLock }) => {
  const { page } = requireEditable(current, principal);
  if (page.live) requirePublishable(current, principal);
  requireLatest(page, expected);
  requireFree(page, principal, globalEditLock);
};

/** Refuses in the order of contract#restore, but for the last of them, `requirePresentParent`. */
export const permitRestoration = (
  binned: Pick<BinnedPage, "page"> | undefined,
  { principal, expected }: Pick<StateClaim, "principal" | "expected">,
): void => {
  const { page } = requireEditable(binned, principal);
  const { parentId: id } = page;
  // Blogs and podcasts count alike here, and so do home pages for what may be below them.
  const place = { id, ancestors: page.ancestors.slice(0, -1), kind: "blog" } as const;
  const isPage = page.kind === "page";
  if (!(isPage ? mayAddPages : mayAddPosts)(principal, place))
    throw new Refusal("permission_denied", {
      detail: `You do not have permission to add ${isPage ? "pages" : "posts"} below this parent.`,
      fields: { parent_id: id },
    });
  requireLatest(page, expected);
};

/** The parent of a page in the bin. Refuses `parent_gone`. */
export const requirePresentParent = (parent: Page | undefined): Page => {
  if (!parent) throw new Refusal("parent_gone");
  return parent;
};

/** Refuses in the order of contract#restore-revision; `hasRevision` is false if there is no such revision. */
export const permitRevert = (
  current: CurrentPage | undefined,
  { principal, expected, globalEditLock }: StateClaim & { readonly expected: string },
  hasRevision: boolean,
): void => {
  const { page } = requireEditable(current, principal);
  if (!hasRevision) throw new Refusal("not_found", { detail: "Revision not found." });
  requireLatest(page, expected);
  requireUnlocked(page, principal, globalEditLock);
};

/**
 * Refuses in the order of contract#schedule, after fields and permissions. A standing approval, which is
 * replaced, does not count as a lock. `requireAudio` refuses an episode without one.
 */
export const permitApproval = (
  current: CurrentPage | undefined,
  { principal, expected, globalEditLock }: StateClaim,
  requireAudio: () => void,
): void => {
  const { page } = requirePublishable(current, principal);
  requireLatest(page, expected);
  if (page.latestRevisionId === null) throw new Refusal("no_revision");
  if (page.live && !page.unpublishedChanges) throw new Refusal("no_unpublished_draft");
  requireAudio();
  requireFree({ ...page, schedule: null }, principal, globalEditLock);
};

/** Refuses in the order of contract#unschedule. */
export const permitUnscheduling: StatePermit = (current, { principal, expected }) => {
  const { page } = requirePublishable(current, principal);
  requireLatest(page, expected);
};

/** Refuses in the order of contract#lock. */
export const permitLock: StatePermit = (current, { principal, expected }) => {
  const { page } = requireEditable(current, principal);
  if (!mayLock(principal, page))
    throw new Refusal("permission_denied", { detail: "You do not have permission to lock this post." });
  requireLatest(page, expected);
  if (page.lock && page.lock.ownerId !== principal.user.id)
    throw new Refusal("page_locked", { detail: "The page is locked by somebody else." });
};

/** Refuses in the order of contract#unlock. */
export const permitUnlock: StatePermit = (current, { principal, expected }) => {
  const { page } = requireEditable(current, principal);
  if (page.lock && !mayUnlock(principal, page))
    throw new Refusal("permission_denied", { detail: "You do not have permission to unlock this post." });
  requireLatest(page, expected);
};

/** Refuses a step of a workflow in the order of contract#workflow-steps. */
export const permitWorkflowStep =
  (step: WorkflowStep): StatePermit =>
  (current, { principal, expected, globalEditLock }) => {
    const { page } = requireEditable(current, principal);
    if (!mayTake(step, principal, page))
      throw new Refusal("permission_denied", { detail: "The workflow does not allow you this step." });
    requireLatest(page, expected);
    stateAfterStep(step, page, principal.site.workflows);
    requireUnlocked({ ...page, workflow: null }, principal, globalEditLock);
  };

/** True also for steps that the state does not have: they are refused later. */
const mayTake = (step: WorkflowStep, principal: Principal, page: PermittedPage): boolean => {
  if (step === "start" || !page.workflow) return true;
  if (step === "cancel") return mayCancelWorkflow(principal, page);
  return page.workflow.state !== "in_progress" || mayReview(principal, page);
};

export type WorkflowStep = "start" | "approve" | "request_changes" | "cancel";

/**
 * The state that a step leads to; null is none. `start` also resumes a workflow after requested changes. The
 * approval of the last task ends it. Refuses `workflow_state`, with a sentence, if the page has no such step.
 */
export const stateAfterStep = (
  step: WorkflowStep,
  page: PermittedPage,
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

const started = (page: PermittedPage, workflows: readonly Workflow[]): WorkflowState => {
  if (page.workflow?.state === "in_progress") throw noSuchStep("A workflow is in progress already.");
  if (page.workflow) return { ...page.workflow, state: "in_progress" };
  const workflow = workflowFor(workflows, page);
  if (!workflow) throw noSuchStep("No workflow is assigned to the page.");
  return stateAtTask(workflow, "in_progress");
};

const noSuchStep = (detail: string): Refusal => new Refusal("workflow_state", { detail });
