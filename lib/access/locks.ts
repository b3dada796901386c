import type { Page } from "#lib/pages/page.ts";
import type { Principal } from "./principal.ts";

/**
 * The lock that counts for the caller (contract#which-lock): an approved schedule locks out all; an edit lock
 * all but its owner (by a setting, also the owner); a review all but its reviewers and superusers.
 */
export const lockFor = (principal: Principal, page: Page, globalEditLock: boolean): string | null => {
  if (page.schedule) return "The page is locked: a revision is approved for scheduled publication.";
  if (page.lock) {
    const isOwn = page.lock.ownerId === principal.user.id && !globalEditLock;
    return isOwn ? null : "The page is locked for editing.";
  }
  if (page.workflow?.state !== "in_progress" || principal.user.superuser) return null;
  const reviews = page.workflow.groups.some((group) => principal.user.groups.includes(group));
  return reviews ? null : "The page is locked while it is being reviewed.";
};
