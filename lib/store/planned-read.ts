/**
 * A read that a request has planned. Its result goes once to the code that asks for the same; anything else
 * is read. So a wrong plan costs a read, and nobody gets what they have not asked for.
 */
export interface PlannedRead<Args extends readonly unknown[], Value> {
  (...args: Args): Promise<Value>;
  /** Begins the read, beside that of the credentials. */
  readonly begin: () => Promise<unknown>;
}

/** What a plan may use of a request: the object that its path names. */
export interface RequestById {
  readonly params: { readonly id: number };
}

/** Plans a read with these arguments, which are compared by `Object.is`. */
export const plannedRead = <Args extends readonly unknown[], Value>(
  read: (...args: Args) => Promise<Value>,
  ...args: NoInfer<Args>
): PlannedRead<Args, Value> => {
  let begun: Promise<Value> | undefined;
  const readOnce = (...asked: Args): Promise<Value> => {
    const result = areSame(args, asked) ? begun : undefined;
    if (!result) return read(...asked);
    begun = undefined;
    return result;
  };
  return Object.assign(readOnce, { begin: () => (begun = read(...args)) });
};

const areSame = (planned: readonly unknown[], asked: readonly unknown[]): boolean =>
  planned.length === asked.length && planned.every((each, index) => Object.is(each, asked[index]));

/** Reads, and gives the value with a read that has it once more, so that what follows costs no second. */
export const readAgainOnce = async <Args extends readonly unknown[], Value>(
  read: PlannedRead<Args, Value>,
  ...args: NoInfer<Args>
): Promise<{ readonly value: Value; readonly again: PlannedRead<Args, Value> }> => {
  const value = await read(...args);
  let known = true;
  const again = async (...asked: Args): Promise<Value> => {
    const isKnown = known && areSame(args, asked);
    known = false;
    return isKnown ? value : read(...asked);
  };
  return { value, again: Object.assign(again, { begin: read.begin }) };
};
