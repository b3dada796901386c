/** Runs work, one after the other under one name, at the same time under different ones. */
export type Turns = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Lets work that must not overlap take turns, within this process, in the order in which it was given. */
export const takeTurns = (): Turns => {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work);
    const over = turn.catch(() => {});
    last.set(name, over);
    try {
      return await turn;
    } finally {
      if (last.get(name) === over) last.delete(name);
    }
  };
};
