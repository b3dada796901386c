import type { Media } from "#lib/media/media.ts";
import { type BinnedPage, isWritten, type Page } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { Route, TokenScope } from "#lib/routes/route.ts";
import * as scopes from "#lib/routes/verb-rights.ts";
import { authenticationClasses, globalEditLock } from "#lib/settings/access.ts";
import { requireChangeable, requireChoosable, requireDeletable } from "./editor-media.ts";
import { requireAdmission, requireScope } from "./entry.ts";
import { requireParent } from "./parent-permits.ts";
import { type PermittedPage, permitPublication, permitUpdate, requireEditablePage } from "./post-permits.ts";
import type { Principal } from "./principal.ts";
import {
  permitApproval,
  permitDeletion,
  permitLock,
  permitRestoration,
  permitUnlock,
  permitUnscheduling,
  permitWithdrawal,
  permitWorkflowStep,
  requirePresentParent,
  type StatePermit,
} from "./state-permits.ts";

/*
 * What the caller may do (contract#may): each answer asks the functions by which the request of that verb is
 * refused. Nothing is decided here.
 */

/** True if nothing is refused. Passes other errors on. */
const isPermitted = (ask: () => unknown): boolean => {
  try {
    ask();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
};

/** The scope that the request of a verb needs, and the function by which it is refused. */
type Ask = readonly [scope: TokenScope, permit: () => unknown];

/** For each verb, whether the caller's token has its scope and nothing else refuses it. */
const permitted = <Verb extends string>(
  principal: Principal,
  asks: Readonly<Record<Verb, Ask>>,
): Record<Verb, boolean> => {
  const answers = (Object.entries(asks) as [Verb, Ask][]).map(([verb, [scope, permit]]) => [
    verb,
    isPermitted(() => {
      requireScope(principal, scope);
      permit();
    }),
  ]);
  return Object.fromEntries(answers) as Record<Verb, boolean>;
};

/** What the caller may do with a post, an episode or a page that is neither, as it is. */
export const mayWithPost = (principal: Principal, page: PermittedPage) => {
  const current = { page };
  const claim = { principal, expected: undefined, globalEditLock: globalEditLock() };
  const update = { baseRevisionId: undefined, requireUnpublished: false };
  const by =
    (permit: StatePermit): (() => void) =>
    () =>
      permit(current, claim);
  return permitted(principal, {
    edit: [scopes.editScope, () => permitUpdate(current, principal, update, claim.globalEditLock)],
    publish: [
      scopes.publicationScope,
      () => permitPublication(current, principal, undefined, claim.globalEditLock),
    ],
    unpublish: [scopes.withdrawalScope, by(permitWithdrawal)],
    schedule: [scopes.approvalScope, () => permitApproval(current, claim, () => {})],
    unschedule: [scopes.unschedulingScope, by(permitUnscheduling)],
    lock: [scopes.lockScope, by(permitLock)],
    unlock: [scopes.unlockScope, by(permitUnlock)],
    delete: [scopes.deletionScope, by(permitDeletion)],
    start_workflow: [scopes.workflowScope, by(permitWorkflowStep("start"))],
    approve: [scopes.workflowScope, by(permitWorkflowStep("approve"))],
    request_changes: [scopes.workflowScope, by(permitWorkflowStep("request_changes"))],
    cancel_workflow: [scopes.workflowScope, by(permitWorkflowStep("cancel"))],
  });
};

/** What the caller may do with a home page, blog or podcast; undefined for one that is gone. */
export const mayWithParent = (principal: Principal, page: PermittedPage | undefined) =>
  permitted(principal, {
    add: [scopes.additionScope, () => requireParent(page, { principal, kind: "post", id: page?.id ?? 0 })],
    edit: [scopes.editScope, () => requireEditablePage(page && { page }, principal)],
  });

/** What the caller may do with a page of any kind. */
export const mayWithPage = (principal: Principal, page: PermittedPage) =>
  isWritten(page) ? mayWithPost(principal, page) : mayWithParent(principal, page);

/** What the caller may do with a post in the bin; `parent` is undefined if it is gone. */
export const mayInBin = (principal: Principal, binned: Pick<BinnedPage, "page">, parent: Page | undefined) =>
  permitted(principal, {
    restore: [
      scopes.restorationScope,
      () => {
        permitRestoration(binned, { principal, expected: undefined });
        requirePresentParent(parent);
      },
    ],
  });

/** What the caller may do with a media object, whether pages use it or not. */
export const mayWithMedia = (principal: Principal, media: Media) =>
  permitted(principal, {
    edit: [scopes.mediaChangeScope, () => requireChangeable(media, principal)],
    delete: [scopes.mediaDeletionScope, () => requireDeletable(media, principal)],
    // What is chosen is named in a post that is saved.
    choose: [scopes.editScope, () => requireChoosable(media, principal)],
  });

/** True if routes with these rights let the caller in. */
export const mayEnter = (principal: Principal, rights: Pick<Route, "auth" | "scope">): boolean =>
  isPermitted(() => requireAdmission({ principal, session: null }, rights, authenticationClasses()));
