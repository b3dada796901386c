import type * as z from "zod/mini";
import type { WorkflowStep } from "#lib/access/state-permits.ts";
import { lockPage, unlockPage } from "#lib/actions/pages/lock-page.ts";
import type { PageReads } from "#lib/actions/pages/page-reads.ts";
import { purgePage } from "#lib/actions/pages/remove-leftover-bodies.ts";
import { binPage, deletePage } from "#lib/actions/pages/remove-page.ts";
import { restorePage } from "#lib/actions/pages/restore-page.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { takeWorkflowStep } from "#lib/actions/pages/workflow.ts";
import { clock } from "#lib/clock.ts";
import { isWritten, type Page, rootPageId } from "#lib/pages/page.ts";
import { invalid, Refusal } from "#lib/refusals/refusal.ts";
import type { administeredPage, pageActions } from "#lib/routes/administration.ts";
import { readStoredBinned } from "#lib/store/bin.ts";
import { readUserId } from "#lib/store/listed-credentials.ts";
import type { EditablePage } from "#lib/store/pages.ts";
import { readSite } from "#lib/store/site.ts";

/** An administrator's action on a page. */
export interface AdministeredChange {
  readonly action: (typeof pageActions)[number];
  /** For `lock`: a username; null locks everybody out. */
  readonly owner?: string | null | undefined;
  /** For `schedule`: the time. */
  readonly publish_at?: string | undefined;
}

export interface ChangedPage {
  /** Null once it is in the bin or gone. */
  readonly page: Page | null;
  /** The number of pages that are deleted for good. */
  readonly deleted: number;
  /** True if there was no time to delete all of them: the same again deletes more. */
  readonly more: boolean;
}

interface Administering {
  readonly userId?: number | null;
  readonly hasTime?: () => boolean;
  readonly reads?: PageReads | undefined;
}

const steps: Readonly<Partial<Record<AdministeredChange["action"], WorkflowStep>>> = {
  start_workflow: "start",
  approve: "approve",
  request_changes: "request_changes",
  cancel_workflow: "cancel",
};

/**
 * Changes a page of any kind as an administrator: edit locks, permissions and workflows do not count. Refuses
 * `not_found`, and what the action itself refuses. `hasTime`: whether to go on deleting.
 */
export const administerPage = async (
  pageId: number,
  { action, owner = null, publish_at: publishAt }: AdministeredChange,
  { userId = null, hasTime = () => true, reads }: Administering,
): Promise<ChangedPage> => {
  const who = { userId, permit: permitAdministrator, reads };
  const step = steps[action];
  if (step) {
    const { workflows } = await readSite();
    return changed(await takeWorkflowStep(pageId, { ...who, step, workflows }));
  }
  switch (action) {
    case "lock":
      return changed(await lockPage(pageId, { ...who, ownerId: await userIdOf(owner) }));
    case "unlock":
      return changed(await unlockPage(pageId, who));
    case "schedule":
      if (publishAt === undefined) throw invalid("publish_at", "required", "This field is required.");
      if (publishAt <= clock.now())
        throw invalid("publish_at", "min_value", "Ensure this instant is in the future.");
      return changed(await schedulePage(pageId, { ...who, permit: permitSchedule, publishAt }));
    case "unschedule":
      return changed(await schedulePage(pageId, { ...who, publishAt: null }));
    case "unpublish":
      return changed(await unpublishPage(pageId, { ...who, permit: permitWithdrawal }));
    case "bin":
      await binPage(pageId, { ...who, permit: permitBinning });
      return gone(0);
    case "restore":
      return changed(
        await restorePage(pageId, {
          userId,
          permit: (binned) => {
            if (!binned) throw notInBin(pageId);
          },
        }),
      );
    case "purge":
      if (!(await purgePage(() => readStoredBinned(pageId)))) throw notInBin(pageId);
      return gone(1);
    default: {
      if (pageId === rootPageId)
        throw invalid("action", "unsupported", "The root of all pages cannot be deleted.");
      const { deleted, more } = await deletePage(pageId, hasTime, reads);
      if (deleted === 0 && !more) throw new Refusal("not_found", { detail: "Page not found." });
      return { page: null, deleted, more };
    }
  }
};

const changed = ({ page }: { readonly page: Page }): ChangedPage => ({ page, deleted: 0, more: false });
const gone = (deleted: number): ChangedPage => ({ page: null, deleted, more: false });

const notInBin = (id: number): Refusal =>
  new Refusal("not_found", { detail: `There is no post ${id} in the bin.` });

const userIdOf = async (owner: string | null): Promise<number | null> => {
  if (owner === null) return null;
  const id = await readUserId(owner);
  if (id === undefined) throw invalid("owner", "not_found", `There is no user ${owner}.`);
  return id;
};

const permitAdministrator = (current: EditablePage | undefined): void => {
  if (!current) throw new Refusal("not_found", { detail: "Page not found." });
};

const permitWithdrawal = (current: EditablePage | undefined): void => {
  permitAdministrator(current);
  if (!current?.page.live) throw new Refusal("not_live");
  // The root has none.
  if (!current.latest)
    throw new Refusal("no_revision", { detail: "The page has no revision that could stay as a draft." });
};

const permitBinning = (current: EditablePage | undefined): void => {
  permitAdministrator(current);
  const problem = "Only posts and episodes go to the bin; other pages can be deleted for good.";
  if (current && !isWritten(current.page)) throw invalid("action", "unsupported", problem);
};

const permitSchedule = (current: EditablePage | undefined): void => {
  permitAdministrator(current);
  if (!current?.latest)
    throw new Refusal("no_revision", { detail: "The page has no revision that could be published." });
};

/** A page after an action (contract#administered-pages). */
export const changedPageView = (
  { page, deleted, more }: ChangedPage,
  usernames: ReadonlyMap<number | null, string>,
): z.input<typeof administeredPage> => ({
  page: page && {
    id: page.id,
    slug: page.draftSlug,
    live: page.live,
    locked: page.lock !== null,
    locked_by: (page.lock && usernames.get(page.lock.ownerId)) ?? null,
    scheduled_for: page.schedule?.publishAt ?? null,
    workflow: page.workflow && {
      name: page.workflow.name,
      task: page.workflow.task,
      state: page.workflow.state,
    },
  },
  deleted,
  more,
});
