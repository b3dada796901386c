/** An operation with its result, and the moments, which are counted, between which it took place. */
export interface Happening<Operation, Result> {
  readonly operation: Operation;
  readonly result: Result;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** The state after an operation with this result; undefined if the model forbids the result. */
export type ModelStep<State, Operation, Result> = (
  state: State,
  operation: Operation,
  result: Result,
) => State | undefined;

/** An order that explains all happenings, or the longest start of one, and the state it leads to. */
export interface Linearization<State, Operation, Result> {
  readonly isComplete: boolean;
  readonly order: readonly Happening<Operation, Result>[];
  readonly state: State;
}

/**
 * Finds an order of happenings in which the model permits each result, nothing precedes what ended before it
 * began, and the last state is final. States are compared as JSON.
 */
export const linearize = <State, Operation, Result>(
  initial: State,
  happenings: readonly Happening<Operation, Result>[],
  step: ModelStep<State, Operation, Result>,
  isFinal: (state: State) => boolean,
): Linearization<State, Operation, Result> => {
  type Order = readonly Happening<Operation, Result>[];
  type Reached = { readonly order: Order; readonly state: State };
  const seen = new Set<string>();
  let longest: Reached = { order: [], state: initial };

  const search = (reached: Reached, left: Order): Reached | undefined => {
    const { order, state } = reached;
    if (left.length === 0 && isFinal(state)) return reached;
    const key = JSON.stringify([left.map(({ startedAt }) => startedAt), state]);
    if (seen.has(key)) return undefined;
    seen.add(key);
    if (order.length > longest.order.length) longest = reached;
    const firstEnd = Math.min(...left.map(({ endedAt }) => endedAt));
    for (const next of left.filter(({ startedAt }) => startedAt < firstEnd)) {
      const after = step(state, next.operation, next.result);
      if (after === undefined) continue;
      const rest = left.filter((other) => other !== next);
      const found = search({ order: [...order, next], state: after }, rest);
      if (found) return found;
    }
    return undefined;
  };

  const complete = search(longest, happenings);
  return { isComplete: complete !== undefined, ...(complete ?? longest) };
};
