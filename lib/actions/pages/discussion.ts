import { limiter } from "#lib/limiter.ts";
import { type Comment, maxCommentBytes } from "#lib/pages/comment.ts";
import { isPost, type Page, type PageOf, type PostKind } from "#lib/pages/page.ts";
import { decisionsToNextLesson, spamModel, trainingExamples } from "#lib/pages/spam-score.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { settledInOrder } from "#lib/settled.ts";
import {
  putComments,
  readAllComments,
  readCommentsItem,
  type StoredComments,
  storedCommentsIn,
} from "#lib/store/comments.ts";
import { commitDecision, type Decision } from "#lib/store/commit.ts";
import { inOneRead } from "#lib/store/items.ts";
import { noteLeftoverBodies } from "#lib/store/leftovers.ts";
import { type ListedPage, putPage, readListedPage } from "#lib/store/pages.ts";
import { retryUntilWhole } from "#lib/store/retry-until-whole.ts";
import {
  type Lessons,
  putSpamModel,
  readLessons,
  readSpamModel,
  setNextLesson,
} from "#lib/store/spam-model.ts";
import { readWaitingIds, removeWaitingComments } from "#lib/store/waiting-comments.ts";
import type { StateChange } from "./change-page-state.ts";
import { listingWrites } from "./listing-writes.ts";

/** A post with its comments, from one moment. */
export interface Discussion {
  readonly current: ListedPage & { readonly page: PageOf<PostKind> };
  readonly stored: StoredComments;
}

/** Refuses `not_found`. Two requests side by side, and one more if a live page has an unpublished draft. */
export const readDiscussion = (pageId: number): Promise<Discussion> =>
  retryUntilWhole(async () => {
    const [current, item] = await settledInOrder([readListedPage(pageId), readCommentsItem(pageId)]);
    if (!current || !isPost(current.page)) throw new Refusal("not_found");
    const { page } = current;
    const stored = await storedCommentsIn(item, page);
    return stored && { current: { ...current, page }, stored };
  });

/** Gives a page these comments, if it is unchanged since it was read. One or two requests. */
export const decideComments = async (
  { current: { page, content }, stored }: Discussion,
  comments: readonly Comment[],
): Promise<Decision<Page>> => {
  const version = page.version + 1;
  const next: Page = { ...page, comments: comments.length, commentsVersion: version, version };
  const listing = content ? await listingWrites(next, content, page) : { writes: [] };
  const writes = [putPage(next, page.version), ...putComments(page.id, { version, comments }, stored)];
  if (stored.isLarge) writes.push(noteLeftoverBodies(page.id));
  return { ...listing, writes: [...writes, ...listing.writes], value: next };
};

/** Refuses `comments_full` if the comments do not fit into one transaction. */
export const requireRoom = (comments: readonly Comment[]): void => {
  if (Buffer.byteLength(JSON.stringify(comments)) > maxCommentBytes) throw new Refusal("comments_full");
};

/** The most changes that may wait for one page: some seconds of work. */
const maxWaiting = 100;

const turns = new Map<number, { readonly inTurn: ReturnType<typeof limiter>; waiting: number }>();

/**
 * Runs changes of a page's comments one after the other within this process. They all write the page's row,
 * so of simultaneous ones only one would succeed, and the others would read and decide again each time.
 * Refuses `busy` if too many wait. Tells the work whether it had to wait: then what was read before may have
 * changed.
 */
export const inTurnOnPage = async <Result>(
  pageId: number,
  work: (hasWaited: boolean) => Promise<Result>,
): Promise<Result> => {
  const turn = turns.get(pageId) ?? { inTurn: limiter({ maxRunning: 1, maxWaiting }), waiting: 0 };
  turns.set(pageId, turn);
  const hasWaited = turn.waiting++ > 0;
  try {
    return await turn.inTurn(() => work(hasWaited));
  } finally {
    if (--turn.waiting === 0) turns.delete(pageId);
  }
};

/** Lets only the first of many decisions at the same moment make this process read all comments. */
const learningTurn = limiter({ maxRunning: 1, maxWaiting: 100 });

/** True if as many decisions are counted as the model was to learn again after. */
export const isDue = ({ decisions, nextLesson }: Lessons): boolean => decisions >= nextLesson;

/**
 * Rebuilds the spam model from all decided comments. The model's version is read before them: of two
 * processes at once, the one with older comments starts again, unless it need not any more, because the other
 * has learned from the same decisions. Two requests, and one per megabyte.
 */
export const learnFromComments = (isNeeded: (lessons: Lessons) => boolean = () => true): Promise<void> =>
  learningTurn(() =>
    commitDecision(async () => {
      const [stored, lessons] = await Promise.all(inOneRead(() => [readSpamModel(), readLessons()]));
      if (!isNeeded(lessons)) return { writes: [], value: undefined };
      const examples = trainingExamples(await readAllComments());
      const nextLesson = setNextLesson(lessons.decisions + decisionsToNextLesson(examples.length));
      return { writes: [putSpamModel(spamModel(examples), stored), nextLesson], value: undefined };
    }),
  );

/** Replaces the comments of a page, except those that wait. Two to five requests. */
export const setComments = (
  pageId: number,
  { permit, comments }: StateChange & { readonly comments: readonly Comment[] },
): Promise<Page> =>
  commitDecision(async () => {
    const discussion = await readDiscussion(pageId);
    permit(discussion.current);
    return decideComments(discussion, comments);
  });

const commentsAtOnce = 50;

/**
 * Removes comments that wait on a page although the page has them in its list now. A moderator's decision
 * removes what a crash leaves. Two requests, and two per fifty.
 */
export const dropWaitingComments = async (
  pageId: number,
  isMeant: (id: number) => boolean,
): Promise<void> => {
  for (let isDone = false; !isDone; ) {
    isDone = await commitDecision(async () => {
      const ids = (await readWaitingIds(pageId)).filter(isMeant);
      const some = ids.slice(0, commentsAtOnce);
      const writes = some.length > 0 ? removeWaitingComments(pageId, some) : [];
      return { writes, value: ids.length <= commentsAtOnce };
    });
  }
};
