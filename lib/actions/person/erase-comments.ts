import { decideComments } from "#lib/actions/pages/comment-writes.ts";
import { readDiscussion } from "#lib/actions/pages/discussion.ts";
import { removeLeftoverBodies } from "#lib/actions/pages/remove-leftover-bodies.ts";
import type { Page } from "#lib/pages/page.ts";
import { readStoredBinned, touchBinned } from "#lib/store/bin.ts";
import { readBinnedItem, replaceBinnedComments } from "#lib/store/binned-comments.ts";
import { commentsIn } from "#lib/store/comments.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readPage } from "#lib/store/pages.ts";
import { readWaitingComment, removeWaitingComments } from "#lib/store/waiting-comments.ts";
import { type NamedPerson, wroteComment } from "./named-person.ts";

/** Removes a person's comments on a page; answers to them begin a thread. Three to five requests. */
export const eraseComments = async (pageId: number, person: NamedPerson): Promise<void> => {
  await commitDecision<Page | undefined>(async ({ beginChange }) => {
    // What a purge has left goes with the page.
    if (!(await readPage(pageId))) return { writes: [], value: undefined };
    beginChange();
    const discussion = await readDiscussion(pageId);
    const { comments } = discussion.stored;
    const others = comments.filter((comment) => !wroteComment(person, comment));
    if (others.length === comments.length) return { writes: [], value: undefined };
    return decideComments(discussion, others);
  });
};

/** Removes a comment that waits for a moderator. Two requests. */
export const eraseWaitingComment = (id: number): Promise<void> =>
  commitDecision(async () => {
    const waiting = await readWaitingComment(id);
    return { writes: waiting ? removeWaitingComments(waiting.pageId, [id]) : [], value: undefined };
  });

/** Removes a person's comments on a post in the bin, or all that is left of a purged one. Four requests. */
export const eraseBinnedComments = async (pageId: number, person: NamedPerson): Promise<void> => {
  const isPurged = await commitDecision(async () => {
    const [page, binned] = await Promise.all([readPage(pageId), readStoredBinned(pageId)]);
    if (!binned) return { writes: [], value: !page };
    const read = await readBinnedItem(pageId);
    const { comments } = read ? await commentsIn(read) : { comments: [] };
    const others = comments.filter((comment) => !wroteComment(person, comment));
    if (!read || others.length === comments.length) return { writes: [], value: false };
    const writes = [touchBinned(binned), ...replaceBinnedComments(pageId, read, others)];
    return { writes, value: false };
  });
  if (isPurged) await removeLeftoverBodies(pageId);
};
