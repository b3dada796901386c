import type { Page } from "#lib/pages/page.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { type EditablePage, putPage, readEditablePage } from "#lib/store/pages.ts";
import { scheduleWrites } from "#lib/store/schedules.ts";

export interface StateChange {
  readonly permit: (current: EditablePage | undefined) => void;
}

/** Set by administrators only; binds the page's editors. */
export type PageState = Partial<Pick<Page, "lock" | "schedule" | "workflow">>;

/** Changes a page's lock, approval or workflow at once; undefined changes nothing. Two requests. */
export const changePageState = (
  pageId: number,
  { permit }: StateChange,
  change: (current: EditablePage) => PageState | undefined,
): Promise<Page> =>
  commitDecision(async () => {
    const current = await readEditablePage(pageId);
    permit(current);
    if (!current) throw new Error(`A change of page ${pageId} was permitted, which does not exist.`);
    const { page } = current;
    const state = change(current);
    if (!state) return { writes: [], value: page };
    const next: Page = { ...page, ...state, version: page.version + 1 };
    return {
      writes: [putPage(next, page.version), ...scheduleWrites(pageId, page.schedule, next.schedule)],
      value: next,
    };
  });
