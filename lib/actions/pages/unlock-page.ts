import type { Page } from "#lib/pages/page.ts";
import { changePageState, type StateChange } from "./change-page-state.ts";

/** Removes the edit lock of a page, any owner's. Refuses what `permit` refuses. Cost: two requests. */
export const unlockPage = (pageId: number, change: StateChange): Promise<Page> =>
  changePageState(pageId, change, ({ page }) => (page.lock ? { lock: null } : undefined));
