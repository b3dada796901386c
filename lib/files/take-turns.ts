export type Turns = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Runs work under the same name one after the other, in call order, within this process. */
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
