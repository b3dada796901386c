import { expect, test } from "vitest";
import { iamConditionHolds } from "./iam-conditions.ts";

const keys = ["USER#*", "NAME"];

test.each<[test: string, found: string[], holds: boolean]>([
  ["StringLike", ["USER#1"], true],
  ["StringLike", ["USER#1", "PAGE#1"], false],
  ["StringLike", [], false],
  ["StringNotLike", ["PAGE#1"], true],
  ["StringNotLike", ["PAGE#1", "NAME"], false],
  ["StringNotLike", [], true],
  ["StringEquals", ["USER#*"], true],
  ["StringEquals", ["USER#1"], false],
  ["StringNotEquals", ["USER#1"], true],
  ["ForAllValues:StringLike", ["NAME", "USER#1"], true],
  ["ForAllValues:StringLike", ["NAMES"], false],
  ["ForAllValues:StringLike", [], true],
  ["ForAllValues:StringNotLike", ["PAGE#1", "USER#1"], false],
])("%s of values %j: %j", (name, found, holds) => {
  expect(iamConditionHolds({ test: name, values: keys }, found)).toBe(holds);
});

test("a condition that no policy had is no condition that holds", () => {
  expect(() => iamConditionHolds({ test: "ForAnyValue:StringLike", values: keys }, ["NAME"])).toThrow(
    "does not know the condition ForAnyValue:StringLike",
  );
});
