import type { BinnedPage, Page } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { EditablePage } from "#lib/store/pages.ts";
import { mayAddPosts, mayCancelWorkflow, mayLock, mayReview, mayUnlock } from "./page-permissions.ts";
import {
  requireEditable,
  requireFree,
  requireLatest,
  requireLatestId,
  requirePublishable,
  requireUnlocked,
} from "./post-permits.ts";
import type { Principal } from "./principal.ts";
import { stateAfterStep, type WorkflowStep } from "./workflow-steps.ts";

/** The caller who wants to change a post's state, and the revision that they expect to be the latest. */
export interface StateClaim {
  readonly principal: Principal;
  /** The id as digits, because callers may send more than a number can hold. Undefined for any revision. */
  readonly expected: string | undefined;
  readonly globalEditLock: boolean;
}

/** Refuses what a caller may not do with a post, in the order of the contract. */
export type StatePermit = (current: EditablePage | undefined, claim: StateClaim) => void;

/** Refuses in the order of contract#unpublish. */
export const permitWithdrawal: StatePermit = (current, { principal, expected, globalEditLock }) => {
  const { page } = requirePublishable(current, principal);
  requireLatest(current, expected);
  if (!page.live) throw new Refusal("not_live");
  requireFree(page, principal, globalEditLock);
};

/** Refuses in the order of contract#delete. */
export const permitDeletion: StatePermit = (current, { principal, expected, globalEditLock }) => {
  const { page } = requireEditable(current, principal);
  if (page.live) requirePublishable(current, principal);
  requireLatest(current, expected);
  requireFree(page, principal, globalEditLock);
};

/** Refuses in the order of contract#restore; `restorePage` refuses `parent_gone`, the last of them. */
export const permitRestoration = (
  binned: Pick<BinnedPage, "page"> | undefined,
  { principal, expected }: Pick<StateClaim, "principal" | "expected">,
): void => {
  const { page } = requireEditable(binned, principal);
  const { parentId: id } = page;
  // Posts and episodes are only below blogs and podcasts, which count alike here.
  const place = { id, ancestors: page.ancestors.slice(0, -1), kind: "blog" } as const;
  if (!mayAddPosts(principal, place))
    throw new Refusal("permission_denied", {
      detail: "You do not have permission to add posts below this parent.",
      fields: { parent_id: id },
    });
  requireLatestId(page, page.latestRevisionId, expected);
};

/** Refuses in the order of contract#restore-revision; `hasRevision` is false if there is no such revision. */
export const permitRevert = (
  current: EditablePage | undefined,
  { principal, expected, globalEditLock }: StateClaim & { readonly expected: string },
  hasRevision: boolean,
): void => {
  const { page } = requireEditable(current, principal);
  if (!hasRevision) throw new Refusal("not_found", { detail: "Revision not found." });
  requireLatest(current, expected);
  requireUnlocked(page, principal, globalEditLock);
};

/**
 * Refuses in the order of contract#schedule, after fields and permissions. A standing approval, which is
 * replaced, does not count as a lock. `requireAudio` refuses an episode without one.
 */
export const permitApproval = (
  current: EditablePage | undefined,
  { principal, expected, globalEditLock }: StateClaim,
  requireAudio: () => void,
): void => {
  const { page, latest } = requirePublishable(current, principal);
  requireLatest(current, expected);
  if (!latest) throw new Refusal("no_revision");
  if (page.live && !page.unpublishedChanges) throw new Refusal("no_unpublished_draft");
  requireAudio();
  requireFree({ ...page, schedule: null }, principal, globalEditLock);
};

/** Refuses in the order of contract#unschedule. */
export const permitUnscheduling: StatePermit = (current, { principal, expected }) => {
  requirePublishable(current, principal);
  requireLatest(current, expected);
};

/** Refuses in the order of contract#lock. */
export const permitLock: StatePermit = (current, { principal, expected }) => {
  const { page } = requireEditable(current, principal);
  if (!mayLock(principal, page))
    throw new Refusal("permission_denied", { detail: "You do not have permission to lock this post." });
  requireLatest(current, expected);
  if (page.lock && page.lock.ownerId !== principal.user.id)
    throw new Refusal("page_locked", { detail: "The page is locked by somebody else." });
};

/** Refuses in the order of contract#unlock. */
export const permitUnlock: StatePermit = (current, { principal, expected }) => {
  const { page } = requireEditable(current, principal);
  if (page.lock && !mayUnlock(principal, page))
    throw new Refusal("permission_denied", { detail: "You do not have permission to unlock this post." });
  requireLatest(current, expected);
};

/** Refuses a step of a workflow in the order of contract#workflow-steps. */
export const permitWorkflowStep =
  (step: WorkflowStep): StatePermit =>
  (current, { principal, expected, globalEditLock }) => {
    const { page } = requireEditable(current, principal);
    if (!mayTake(step, principal, page))
      throw new Refusal("permission_denied", { detail: "The workflow does not allow you this step." });
    requireLatest(current, expected);
    stateAfterStep(step, page, principal.site.workflows);
    requireUnlocked({ ...page, workflow: null }, principal, globalEditLock);
  };

/** True also for steps that the state does not have: they are refused later. */
const mayTake = (step: WorkflowStep, principal: Principal, page: Page): boolean => {
  if (step === "start" || !page.workflow) return true;
  if (step === "cancel") return mayCancelWorkflow(principal, page);
  return page.workflow.state !== "in_progress" || mayReview(principal, page);
};
