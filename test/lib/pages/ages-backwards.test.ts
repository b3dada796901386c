import { expect, test } from "vitest";
import { agesBackwards } from "#lib/pages/change.ts";

const agesOf = (...writtenAtMs: readonly number[]) => {
  const ageOf = agesBackwards(10);
  return writtenAtMs.map((each) =>
    ageOf({
      number: 1,
      mark: "mark",
      change: { kind: "void" },
      writtenAtMs: each,
      expiresAtMs: Number.POSITIVE_INFINITY,
    }),
  );
};

test.each<[string, readonly number[], readonly number[]]>([
  ["are the time since they were written", [100, 97, 92, 92], [0, 3, 8, 8]],
  ["count no more of a pause, or of a clock that was put ahead, than a step", [100, 40, -900], [0, 10, 20]],
  ["count nothing of a clock that was put back", [100, 900, 890, 95], [0, 0, 0, 5]],
  ["do not grow where the clocks of two writers differ", [100, 103, 99, 102, 98], [0, 0, 1, 1, 2]],
])("ages of entries %s", (_name, writtenAtMs, ages) => {
  expect(agesOf(...writtenAtMs)).toEqual(ages);
});
