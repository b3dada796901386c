import { limiter } from "#lib/limiter.ts";

/** How many may wait for one page: some seconds of work. */
const maxWaiting = 100;

const turns = new Map<number, { readonly inTurn: ReturnType<typeof limiter>; waiting: number }>();

/**
 * Runs what changes a page's comments one after the other within this process. They all write the page's row,
 * so at the same moment only one would succeed, and the others would read and decide again each time. Refuses
 * `busy` if too many wait. Work is told whether it had to wait: then what was read before may have changed.
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
