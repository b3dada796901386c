import { clock } from "#lib/clock.ts";
import type { EditablePage } from "#lib/store/pages.ts";
import { changePageState, type StateChange } from "./change-page-state.ts";

/** Locks a page for all but the lock's owner, or for all (contract#edit-locks). Cost: three requests. */
export const lockPage = (
  pageId: number,
  { ownerId, ...change }: StateChange & { readonly ownerId: number | null },
): Promise<EditablePage> =>
  changePageState(pageId, change, ({ page }) =>
    page.lock?.ownerId === ownerId
      ? undefined
      : {
          lock: { ownerId, lockedAt: clock.now() },
          audit: { kind: "wagtail.lock", revisionId: null },
        },
  );

/** Removes a page's edit lock. Cost: three requests. */
export const unlockPage = (pageId: number, change: StateChange): Promise<EditablePage> =>
  changePageState(pageId, change, ({ page }) =>
    page.lock ? { lock: null, audit: { kind: "wagtail.unlock", revisionId: null } } : undefined,
  );
