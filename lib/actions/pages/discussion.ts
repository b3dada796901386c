import { Refusal } from "#lib/refusals/refusal.ts";
import { settledInOrder } from "#lib/settled.ts";
import { readCommentsItem, type StoredComments, storedCommentsIn } from "#lib/store/comments.ts";
import { type ListedPage, readListedPage } from "#lib/store/pages.ts";
import { retryUntilWhole } from "#lib/store/retry-until-whole.ts";

/** A page with its comments, from one moment. */
export interface Discussion {
  readonly current: ListedPage;
  readonly stored: StoredComments;
}

/** Refuses `not_found`. Two requests side by side, and one more if a live page has an unpublished draft. */
export const readDiscussion = (pageId: number): Promise<Discussion> =>
  retryUntilWhole(async () => {
    const [current, item] = await settledInOrder([readListedPage(pageId), readCommentsItem(pageId)]);
    if (!current) throw new Refusal("not_found");
    const stored = await storedCommentsIn(item, current.page);
    return stored && { current, stored };
  });
