import { isBlog, mayHold, type Page } from "#lib/pages/page.ts";
import type { PagePermission } from "#lib/site/user.ts";
import { isWithinParents, type Principal } from "./principal.ts";

/** A page's position in the tree, on which inherited permissions depend. */
export type Place = Pick<Page, "id" | "ancestors">;

/** The members of a page that the permission to edit it depends on. */
type EditedPage = Place & Pick<Page, "ownerId" | "workflow">;

const isGranted = ({ groups }: Principal, permission: PagePermission, { id, ancestors }: Place): boolean =>
  groups.some((group) =>
    group.pages.some(
      (grant) =>
        grant.allow.includes(permission) && (grant.pageId === id || ancestors.includes(grant.pageId)),
    ),
  );

/** A permission that ends where the limits of the caller's token end, as all of this file do. */
const limited =
  <Subject extends Place>(isAllowed: (principal: Principal, page: Subject) => boolean) =>
  (principal: Principal, page: Subject): boolean =>
    isWithinParents(principal, page) && isAllowed(principal, page);

/** True if the caller may add posts below the page (contract#page-permissions). */
export const mayAddPosts = limited(
  (principal, parent: Place & Pick<Page, "kind">) =>
    isBlog(parent) && (principal.user.superuser || isGranted(principal, "add", parent)),
);

/** True if the caller may add pages that are no posts, such as an imprint, below the page. */
export const mayAddPages = limited(
  (principal, parent: Place & Pick<Page, "kind">) =>
    mayHold(parent.kind, "page") && (principal.user.superuser || isGranted(principal, "add", parent)),
);

/** True if the caller may read and change drafts: by `change`, by `add` on an own page, or as a reviewer. */
export const mayEdit = limited(
  (principal, page: EditedPage) =>
    principal.user.superuser ||
    isGranted(principal, "change", page) ||
    (page.ownerId === principal.user.id && isGranted(principal, "add", page)) ||
    isReviewer(principal, page),
);

/** True if the caller may publish the page; ownership is not enough. */
export const mayPublish = limited(
  (principal, page: Place) => principal.user.superuser || isGranted(principal, "publish", page),
);

/** True if the caller may lock the page. */
export const mayLock = limited(
  (principal, page: Place) => principal.user.superuser || isGranted(principal, "lock", page),
);

/** True if the caller may remove the page's lock: everybody their own. */
export const mayUnlock = limited(
  (principal, page: Place & Pick<Page, "lock">) =>
    principal.user.superuser ||
    page.lock?.ownerId === principal.user.id ||
    isGranted(principal, "unlock", page),
);

/** True if the caller may decide on the task that is in progress. */
export const mayReview = limited(
  (principal, page: Place & Pick<Page, "workflow">) =>
    principal.user.superuser || isReviewer(principal, page),
);

/** True if the caller may end the page's workflow: who started it, who owns the page, and its reviewers. */
export const mayCancelWorkflow = limited(
  (principal, page: EditedPage) =>
    mayReview(principal, page) || [page.ownerId, page.workflow?.startedBy].includes(principal.user.id),
);

const isReviewer = ({ user }: Principal, { workflow }: Pick<Page, "workflow">): boolean =>
  workflow?.state === "in_progress" && workflow.groups.some((group) => user.groups.includes(group));
