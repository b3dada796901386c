import { setTimeout as pause } from "node:timers/promises";

export type Wait = (ms: number) => Promise<unknown>;

/** Makes a call for each, so many a second, without waiting for answers in between. */
export const paced = async <Each, Result>(
  all: readonly Each[],
  perSecond: number,
  call: (each: Each) => Promise<Result>,
  wait: Wait = pause,
): Promise<PromiseSettledResult<Result>[]> => {
  const made: Promise<Result>[] = [];
  for (const each of all) {
    const result = call(each);
    // The result is checked at the end.
    result.catch(() => {});
    made.push(result);
    await wait(1_000 / perSecond);
  }
  return Promise.allSettled(made);
};
