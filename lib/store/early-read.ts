import { AsyncLocalStorage } from "node:async_hooks";

/** A read that a request may begin before the code that needs its result asks for it (decision 085). */
export interface EarlyRead<Args extends readonly unknown[], Value> {
  /** Gives the result of a read that the request has begun with these arguments, once; else reads now. */
  (...args: Args): Promise<Value>;
  /** Begins the read, within `withEarlyReads`. */
  readonly begin: (...args: Args) => void;
  /** The result of a read that has begun with these arguments, once; undefined if there is none. */
  readonly begun: (...args: Args) => Promise<Value> | undefined;
}

interface BegunRead {
  readonly by: unknown;
  readonly args: readonly unknown[];
  readonly result: Promise<unknown>;
}

const begunReads = new AsyncLocalStorage<BegunRead[]>();

/** Makes a read one that may begin early. Its arguments are compared by `Object.is`. */
export const earlyRead = <Args extends readonly unknown[], Value>(
  read: (...args: Args) => Promise<Value>,
): EarlyRead<Args, Value> => {
  const begunWith = (...args: Args): Promise<Value> | undefined => {
    const begun = begunReads.getStore() ?? [];
    const index = begun.findIndex(({ by, args: known }) => by === read && areSame(known, args));
    return index < 0 ? undefined : (begun.splice(index, 1)[0]?.result as Promise<Value>);
  };
  return Object.assign((...args: Args) => begunWith(...args) ?? read(...args), {
    begun: begunWith,
    begin: (...args: Args) => {
      const begun = begunReads.getStore();
      if (!begun) return;
      const result = read(...args);
      // It may fail before anybody asks for it, which would end the process.
      result.catch(() => {});
      begun.push({ by: read, args, result });
    },
  });
};

const areSame = (known: readonly unknown[], asked: readonly unknown[]): boolean =>
  known.length === asked.length && known.every((each, index) => Object.is(each, asked[index]));

/** Does work that may begin early reads, and waits for those whose results nobody has asked for. */
export const withEarlyReads = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const begun: BegunRead[] = [];
  return begunReads.run(begun, async () => {
    try {
      return await work();
    } finally {
      // A Lambda may not leave a request running when it answers; what nobody needs may fail.
      await Promise.allSettled(begun.map(({ result }) => result));
    }
  });
};
