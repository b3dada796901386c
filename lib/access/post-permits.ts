import { editUrl, idsAbove } from "#lib/pages/addresses.ts";
import {
  type CreatedKind,
  isWritten,
  type Page,
  type PageKind,
  type PageOf,
  type WrittenKind,
} from "#lib/pages/page.ts";
import { exactInteger, Refusal } from "#lib/refusals/refusal.ts";
import type { RequestOutcome } from "#lib/store/commit-scope.ts";
import { type EditablePage, readPages, readPageWithRevision } from "#lib/store/pages.ts";
import { mayEdit, mayPublish } from "./page-permissions.ts";
import type { Principal } from "./principal.ts";

/** What permits depend on: members that the row of a page and its listing for editors have. */
export type PermittedPage = Pick<
  Page,
  | "id"
  | "kind"
  | "ancestors"
  | "ownerId"
  | "live"
  | "unpublishedChanges"
  | "latestRevisionId"
  | "schedule"
  | "lock"
  | "workflow"
>;

/** A page as it is, perhaps with its latest revision or others. */
export interface CurrentPage {
  readonly page: PermittedPage;
}

/** A page of one of the kinds. */
interface OfKind<Kind extends PageKind> {
  readonly page: { readonly kind: Kind };
}

/** The page, if the caller may edit it. Refuses `not_found`, then `permission_denied`. */
export const requireEditablePage = <Each extends CurrentPage>(
  current: Each | undefined,
  principal: Principal,
): Each & OfKind<CreatedKind> => {
  if (!current || !isCreated(current)) throw new Refusal("not_found");
  if (!mayEdit(principal, current.page)) throw new Refusal("permission_denied");
  return current;
};

const isCreated = <Each extends CurrentPage>(found: Each): found is Each & OfKind<CreatedKind> =>
  found.page.kind !== "root";

/** The post, if the caller may edit it. Refuses `not_found`, then `permission_denied`. */
export const requireEditable = <Each extends CurrentPage>(
  current: Each | undefined,
  principal: Principal,
): Each & OfKind<WrittenKind> => {
  const found = requirePost(current);
  if (mayEdit(principal, found.page)) return found;
  throw new Refusal("permission_denied", { detail: "You do not have permission to edit this post." });
};

/** The page, if it is a post or episode. Refuses `not_found`. */
export const requirePost = <Each extends CurrentPage>(
  current: Each | undefined,
): Each & OfKind<WrittenKind> => {
  if (!current || !ofPost(current)) throw new Refusal("not_found", { detail: "Post not found." });
  return current;
};

/** The page, if it is an episode. Refuses `not_found` (contract#episode-endpoints). */
export const requireEpisode = <Each extends CurrentPage>(
  current: Each | undefined,
): Each & OfKind<"episode"> => {
  if (!current || !ofEpisode(current)) throw new Refusal("not_found", { detail: "Episode not found." });
  return current;
};

const ofPost = <Each extends CurrentPage>(found: Each): found is Each & OfKind<WrittenKind> =>
  isWritten(found.page);

const ofEpisode = <Each extends CurrentPage>(found: Each): found is Each & OfKind<"episode"> =>
  found.page.kind === "episode";

/** Requires a post, which episodes are too, or an episode. */
export type RequireKind = typeof requirePost;

/** The state of the page that a PATCH expects. */
export interface UpdateClaim {
  /** The id as digits, because callers may send more than a number can hold. Undefined for any revision. */
  readonly baseRevisionId: string | undefined;
  readonly requireUnpublished: boolean;
}

/** Refuses a PATCH in the order of contract#update-stages. */
export const permitUpdate = (
  current: CurrentPage | undefined,
  principal: Principal,
  { baseRevisionId, requireUnpublished }: UpdateClaim,
  globalEditLock: boolean,
): void => {
  const { page } = requireEditable(current, principal);
  requireLatest(page, baseRevisionId);
  if (requireUnpublished && page.live) throw new Refusal("published_post");
  if (requireUnpublished && page.schedule) throw new Refusal("scheduled_post");
  requireUnlocked(page, principal, globalEditLock);
};

/** Refuses a publication in the order of contract#publish-precedence; a missing audio is refused later. */
export const permitPublication = (
  current: CurrentPage | undefined,
  principal: Principal,
  expectedRevisionId: string | undefined,
  globalEditLock: boolean,
): void => {
  const { page } = requirePublishable(current, principal);
  requireLatest(page, expectedRevisionId);
  if (page.live && !page.unpublishedChanges) throw new Refusal("no_unpublished_draft");
  if (page.latestRevisionId === null) throw new Refusal("no_revision");
  requireFree(page, principal, globalEditLock);
};

/** The post, if the caller may edit and publish it. Refuses `not_found`, then `permission_denied`. */
export const requirePublishable = <Each extends CurrentPage>(
  current: Each | undefined,
  principal: Principal,
): Each & OfKind<WrittenKind> => {
  const found = requireEditable(current, principal);
  if (!mayPublish(principal, found.page)) {
    throw new Refusal("permission_denied", { detail: "You do not have permission to publish this post." });
  }
  return found;
};

/** Refuses `page_locked` for an approved schedule, `workflow_active`, then `page_locked` for the caller. */
export const requireFree = (page: PermittedPage, principal: Principal, globalEditLock: boolean): void => {
  if (page.schedule)
    throw new Refusal("page_locked", { detail: "A revision is approved for scheduled publication." });
  if (page.workflow) throw new Refusal("workflow_active");
  requireUnlocked(page, principal, globalEditLock);
};

/** Refuses `page_locked` if a lock counts for the caller. */
export const requireUnlocked = (page: PermittedPage, principal: Principal, globalEditLock: boolean): void => {
  const lock = lockFor(principal, page, globalEditLock);
  if (lock) throw new Refusal("page_locked", { detail: lock });
};

/** Refuses `revision_conflict` if another revision than the latest is named. */
export const requireLatest = (
  { id, latestRevisionId: latestId }: Pick<Page, "id" | "latestRevisionId">,
  submitted: string | undefined,
): void => {
  if (submitted === undefined || String(latestId) === submitted) return;
  throw new Refusal("revision_conflict", {
    fields: {
      current_revision_id: latestId,
      submitted_base_revision_id: exactInteger(submitted),
      edit_url: editUrl(id),
    },
  });
};

/**
 * The lock that counts for the caller (contract#which-lock): an approved schedule locks out all; an edit lock
 * all but its owner (by a setting, also the owner); a review all but its reviewers and superusers.
 */
export const lockFor = (
  principal: Principal,
  page: PermittedPage,
  globalEditLock: boolean,
): string | null => {
  if (page.schedule) return "The page is locked: a revision is approved for scheduled publication.";
  if (page.lock) {
    const isOwn = page.lock.ownerId === principal.user.id && !globalEditLock;
    return isOwn ? null : "The page is locked for editing.";
  }
  if (page.workflow?.state !== "in_progress" || principal.user.superuser) return null;
  const reviews = page.workflow.groups.some((group) => principal.user.groups.includes(group));
  return reviews ? null : "The page is locked while it is being reviewed.";
};

/** The post as a request has left it, if the caller may edit it now. Refuses as `requireEditable`. */
export const editableAfter = async (
  outcome: RequestOutcome,
  principal: Principal,
): Promise<EditablePage & OfKind<WrittenKind>> => {
  const found = await readPageWithRevision(outcome.id, outcome.revisionId ?? 0);
  const { page, latest } = requireEditable(found, principal);
  if (!latest) throw new Refusal("not_found", { detail: "Post not found." });
  return { page: stateAfter(page, outcome), latest };
};

/** The slugs of the pages in a page's address, without its own. One request. */
export const slugsAbove = async (page: Page): Promise<string[]> =>
  (await readPages(idsAbove(page))).map((above) => above?.slug ?? "");

const stateAfter = (
  page: PageOf<WrittenKind>,
  { revisionId = null, state = {} }: RequestOutcome,
): PageOf<WrittenKind> => {
  const { live, unpublishedChanges, publishAt, slug = page.slug } = state;
  const schedule = publishAt ? { revisionId: revisionId ?? 0, publishAt: String(publishAt) } : null;
  return {
    ...page,
    latestRevisionId: revisionId,
    live: live === true,
    unpublishedChanges: unpublishedChanges === true,
    slug: String(slug),
    schedule,
  };
};
