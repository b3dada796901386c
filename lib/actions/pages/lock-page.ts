import { clock } from "#lib/clock.ts";
import type { Page } from "#lib/pages/page.ts";
import { changePageState, type StateChange } from "./change-page-state.ts";

/**
 * Puts an edit lock on a page, which binds everybody but its owner, and everybody without one
 * (contract#edit-locks). A lock of another owner is replaced; one of the same stays as it is. Refuses what
 * `permit` refuses. Cost: two requests.
 */
export const lockPage = (
  pageId: number,
  { ownerId, ...change }: StateChange & { readonly ownerId: number | null },
): Promise<Page> =>
  changePageState(pageId, change, ({ page }) =>
    page.lock?.ownerId === ownerId ? undefined : { lock: { ownerId, lockedAt: clock.now() } },
  );
