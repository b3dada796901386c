import { certain } from "#lib/certain.ts";
import {
  type Comment,
  type CommentState,
  commentStates,
  type PlacedComment,
  saysWords,
} from "#lib/pages/comment.ts";
import { settledInOrder } from "#lib/settled.ts";
import {
  type CommentPlace,
  commentsIn,
  type PlaceKind,
  pageIdIn,
  placeKinds,
  placesIn,
  putCommentPlaces,
  statesOf,
} from "./comments.ts";
import { commitDecision } from "./commit.ts";
import { getItem, getItems, putItem, queryItems } from "./items.ts";
import { readPage, readPages, requirePage } from "./pages.ts";
import { keys, type StoredItem } from "./table.ts";
import { countWaiting, readNewestWaiting, readWaitingOn } from "./waiting-comments.ts";

export interface CommentChoice {
  /** Undefined for every state. */
  readonly state: CommentState | undefined;
  readonly on: number | undefined;
  readonly below: number | undefined;
  /** A part of a name or text; empty for every comment. */
  readonly words: string;
}

interface Range {
  readonly offset: number;
  readonly limit: number;
}

/** Some of the chosen comments, the newest first, and how many there are in all. */
interface ModeratedComments {
  readonly count: number;
  readonly comments: readonly PlacedComment[];
}

/** Words are looked for in so many of the newest comments that the other parameters choose. */
const maxSearched = 1_000;

/** A comment that is chosen; its text is known if it waits. */
interface Chosen {
  readonly id: number;
  readonly pageId: number;
  readonly comment?: Comment;
}

/**
 * Reads the chosen comments in a range, the newest first; `rangeOf` gets their number. Cost: for those that
 * wait, two requests and a Query of the newest ones; for others one or two requests, of three bytes a
 * comment, and one per hundred pages in the range. With `below` one more per hundred pages that have
 * comments.
 */
export const readModeratedComments = async (
  choice: CommentChoice,
  rangeOf: (count: number) => Range,
): Promise<ModeratedComments> => {
  const states = choice.state ? [choice.state] : commentStates;
  const begun = states.includes("pending") ? waitingIn(choice) : noneWaiting;
  // Waiting comments are read before places: a comment that no longer waits is in a place then.
  if (choice.on !== undefined || choice.below !== undefined) await begun;
  const [waiting, stored] = await settledInOrder([begun, readCommentPlaces(states)]);
  const places = await narrowed(stored, choice);
  const newest = async (count: number): Promise<readonly Chosen[]> =>
    [...(await waiting.newest(count)), ...places].sort((one, other) => other.id - one.id);
  if (choice.words !== "") {
    const searched = await withTexts((await newest(maxSearched)).slice(0, maxSearched));
    const found = searched.filter(({ comment }) => saysWords(comment, choice.words));
    const { offset, limit } = rangeOf(found.length);
    return { count: found.length, comments: found.slice(offset, offset + limit) };
  }
  const count = waiting.count + places.length;
  const { offset, limit } = rangeOf(count);
  const end = offset + limit;
  return { count, comments: await withTexts((await newest(end)).slice(offset, end)) };
};

interface Waiting {
  readonly count: number;
  /** At least so many of the newest, or all. */
  readonly newest: (count: number) => Promise<readonly Chosen[]>;
}

const noneWaiting: Waiting = { count: 0, newest: async () => [] };

const waitingIn = async (choice: CommentChoice): Promise<Waiting> => {
  const { on, below } = choice;
  const chosen = ({ pageId, comment }: PlacedComment): Chosen => ({ id: comment.id, pageId, comment });
  if (on === undefined && below === undefined) {
    const newest = async (count: number) => (await readNewestWaiting(count)).map(chosen);
    return { count: await countWaiting(), newest };
  }
  const all =
    on === undefined
      ? await readNewestWaiting()
      : (await readWaitingOn(on)).map((comment) => ({ pageId: on, comment }));
  const found = await narrowed(all.map(chosen), choice);
  return { count: found.length, newest: async () => found };
};

/** The comments on the page and below the page, if these are named. */
const narrowed = async <Each extends Chosen>(
  all: readonly Each[],
  { on, below }: CommentChoice,
): Promise<readonly Each[]> => {
  const onPage = on === undefined ? all : all.filter(({ pageId }) => pageId === on);
  if (below === undefined) return onPage;
  const ids = [...new Set(onPage.map(({ pageId }) => pageId))];
  const pages = await readPages(ids);
  const inside = new Set(ids.filter((id, index) => id === below || pages[index]?.ancestors.includes(below)));
  return onPage.filter(({ pageId }) => inside.has(pageId));
};

/** Adds the texts; leaves out comments that were deleted since their places were read. */
const withTexts = async (chosen: readonly Chosen[]): Promise<readonly PlacedComment[]> => {
  const ids = [...new Set(chosen.flatMap(({ pageId, comment }) => (comment ? [] : [pageId])))];
  const items = await getItems(ids.map(keys.comments));
  const stored = new Map<number, ReadonlyMap<number, Comment>>();
  for (const [index, item] of items.entries()) {
    const { comments } = item ? await commentsIn(item) : { comments: [] };
    stored.set(certain(ids[index]), new Map(comments.map((comment) => [comment.id, comment])));
  }
  return chosen.flatMap(({ id, pageId, comment }) => {
    const found = comment ?? stored.get(pageId)?.get(id);
    return found ? [{ pageId, comment: found }] : [];
  });
};

/**
 * Reads the places of the comments in these states, without waiting ones of visitors. One request for
 * `pending` and one for all other states; a comment takes about three bytes.
 */
export const readCommentPlaces = async (
  states: readonly CommentState[],
): Promise<readonly CommentPlace[]> => {
  const kinds = placeKinds.filter((each) => statesOf[each].some((state) => states.includes(state)));
  const found = await itemsOfKinds(kinds);
  return kinds
    .flatMap((kind, index) => (found[index] ?? []).flatMap((item) => placesIn(kind, item)))
    .filter(({ state }) => states.includes(state));
};

const itemsOfKinds = async (
  kinds: readonly PlaceKind[],
): Promise<readonly (readonly StoredItem<"commentPlaces">[])[]> => {
  const marks = kinds.map(keys.commentPlacesMark);
  // The mark is the last item of the partition, and has no attributes.
  const read = () => settledInOrder(kinds.map((kind) => queryItems({ pk: keys.commentPlaces(kind, 0).pk })));
  let found = await read();
  if (found.some((items, index) => items.at(-1)?.sk !== marks[index]?.sk)) {
    await placeStoredComments();
    found = await read();
  }
  return found.map((items) => items.slice(0, -1));
};

/**
 * Writes the places of all comments that earlier versions have stored, then the mark that none is missing.
 * Safe to repeat and to run concurrently. Cost, once: one request per megabyte of comments, four per page.
 */
const placeStoredComments = async (): Promise<void> => {
  const stored = await queryItems({ pk: keys.comments(0).pk, attributes: ["sk"] });
  for (const pageId of stored.map(pageIdIn))
    await commitDecision(async () => {
      const [page, item] = await Promise.all([readPage(pageId), getItem(keys.comments(pageId))]);
      if (!page || !item) return { writes: [], value: undefined };
      const { comments } = await commentsIn(item);
      return { writes: [requirePage(page), ...putCommentPlaces(pageId, comments)], value: undefined };
    });
  const marks = placeKinds.map((kind) => putItem(keys.commentPlacesMark(kind), {}));
  await commitDecision(async () => ({ writes: marks, value: undefined }));
};
