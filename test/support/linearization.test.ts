import { expect, test } from "vitest";
import { type Happening, linearize } from "./linearization.ts";

/** A number: `raise` must name its next value. */
type Operation = "raise" | "read";
type Result = number | "stale";

const step = (state: number, operation: Operation, result: Result): number | undefined => {
  if (operation === "read") return result === state ? state : undefined;
  if (result === "stale") return state;
  return result === state + 1 ? result : undefined;
};

const happening = (
  [startedAt, endedAt]: readonly [number, number],
  operation: Operation,
  result: Result,
): Happening<Operation, Result> => ({ operation, result, startedAt, endedAt });

const explained = (final: number, ...happenings: readonly Happening<Operation, Result>[]) =>
  linearize(0, happenings, step, (state) => state === final);

test("what happened at the same time is put into the order that explains it", () => {
  const [late, early] = [happening([0, 5], "raise", 2), happening([1, 4], "raise", 1)];
  const between = happening([2, 3], "read", 1);
  expect(explained(2, late, early, between)).toEqual({
    isComplete: true,
    order: [early, between, late],
    state: 2,
  });
});

test.each([
  ["two that won the same race", 1, [happening([0, 2], "raise", 1), happening([1, 3], "raise", 1)]],
  [
    "one that had ended before the other began",
    2,
    [happening([0, 1], "raise", 2), happening([2, 3], "raise", 1)],
  ],
  [
    "a read of what had gone before it began",
    1,
    [happening([0, 1], "raise", 1), happening([2, 3], "read", 0)],
  ],
  ["a write that was answered and is lost", 0, [happening([0, 1], "raise", 1)]],
  ["a refusal that wrote something", 1, [happening([0, 1], "raise", "stale")]],
] as const)("nothing explains %s", (_, final, happenings) => {
  expect(explained(final, ...happenings).isComplete).toBe(false);
});
