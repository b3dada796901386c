import { expect, test } from "vitest";
import { actOfKey, decisionsOn } from "../../../browser/admin/comments/decisions.ts";

test.each([
  ["pending", ["approve", "refuse"]],
  ["public", ["refuse", "remove"]],
  ["refused", ["approve"]],
  ["removed", ["approve", "refuse"]],
] as const)("on a comment that is %s, these are decided: %j", (state, decisions) => {
  expect(decisionsOn(state)).toEqual(decisions);
});

const alone = { ctrlKey: false, metaKey: false, altKey: false };

test("keys decide and lead on, in either case", () => {
  expect(["a", "A", "s", "d", "x", "ArrowDown", "k"].map((key) => actOfKey({ ...alone, key }, true))).toEqual(
    [...["approve", "approve", "refuse", "remove", "select", "next", "previous"]],
  );
});

test("other keys, and keys with others, do nothing here", () => {
  expect(actOfKey({ ...alone, key: "q" }, true)).toBeUndefined();
  expect(actOfKey({ ...alone, key: "a", ctrlKey: true }, true)).toBeUndefined();
  expect(actOfKey({ ...alone, key: "ArrowDown", altKey: true }, true)).toBeUndefined();
});

test("who has turned off keys of one character moves by arrows alone", () => {
  expect(actOfKey({ ...alone, key: "a" }, false)).toBeUndefined();
  expect(actOfKey({ ...alone, key: "ArrowDown" }, false)).toBe("next");
});
