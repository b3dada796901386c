import { Refusal } from "#lib/refusals/refusal.ts";
import { readStoredComments, type StoredComments } from "#lib/store/comments.ts";
import { type ListedPage, readListedPage } from "#lib/store/pages.ts";
import { retryUntilWhole } from "#lib/store/retry-until-whole.ts";

/** A page with its comments, from one moment. */
export interface Discussion {
  readonly current: ListedPage;
  readonly stored: StoredComments;
}

/** Refuses `not_found`. Two requests. */
export const readDiscussion = (pageId: number): Promise<Discussion> =>
  retryUntilWhole(async () => {
    const current = await readListedPage(pageId);
    if (!current) throw new Refusal("not_found");
    const stored = await readStoredComments(current.page);
    return stored && { current, stored };
  });
