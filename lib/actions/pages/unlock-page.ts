import type { Page } from "#lib/pages/page.ts";
import { changePageState, type StateChange } from "./change-page-state.ts";

export const unlockPage = (pageId: number, change: StateChange): Promise<Page> =>
  changePageState(pageId, change, ({ page }) => (page.lock ? { lock: null } : undefined));
