/**
 * Something that was asked and answered, with the moments between which it must have happened; moments are
 * counted.
 */
export interface Happening<Operation, Result> {
  readonly operation: Operation;
  readonly result: Result;
  readonly startedAt: number;
  readonly endedAt: number;
}

/**
 * What a model says of an operation that had a result: the state after it, or undefined if it cannot have had
 * that result.
 */
export type ModelStep<State, Operation, Result> = (
  state: State,
  operation: Operation,
  result: Result,
) => State | undefined;

/**
 * An order of all happenings that explains them, or else the longest beginning of one, and the state that it
 * leads to.
 */
export interface Linearization<State, Operation, Result> {
  readonly isComplete: boolean;
  readonly order: readonly Happening<Operation, Result>[];
  readonly state: State;
}

/**
 * Looks for an order of happenings in which each has the result that the model gives it, in which nothing
 * comes before what had ended when it began, and which ends in a final state. States are compared by their
 * JSON.
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
