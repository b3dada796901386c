import type { EditablePage } from "#lib/store/pages.ts";
import { changePageState, type StateChange } from "./change-page-state.ts";

/** Removes a page's edit lock. Cost: three requests. */
export const unlockPage = (pageId: number, change: StateChange): Promise<EditablePage> =>
  changePageState(pageId, change, ({ page }) =>
    page.lock ? { lock: null, audit: { kind: "wagtail.unlock", revisionId: null } } : undefined,
  );
