import { expect, test } from "vitest";
import { RepeatCache } from "#lib/repeat-cache.ts";

/** What the cache makes for these keys, one after the other; what it keeps is made no more. */
const madeFor = (cache: RepeatCache<string, object>, keys: readonly string[]): string[] => {
  const made: string[] = [];
  for (const key of keys)
    cache.get(key, () => {
      made.push(key);
      return {};
    });
  return made;
};

test("what is asked for again is made twice, and then kept", () => {
  const cache = new RepeatCache<string, object>(10);
  expect(madeFor(cache, ["a", "b", "a", "a", "b", "b"])).toEqual(["a", "b", "a", "b"]);
  const kept = cache.get("a", () => ({}));
  expect(cache.get("a", () => ({}))).toBe(kept);
});

test("those that are asked for once leave what is kept alone, however many they are", () => {
  const cache = new RepeatCache<string, object>(2);
  madeFor(cache, ["a", "a"]);
  const strangers = Array.from({ length: 20 }, (_, index) => `once ${index}`);
  expect(madeFor(cache, [...strangers, "a"])).toEqual(strangers);
});

test("a full cache is cleared for the next value", () => {
  const cache = new RepeatCache<string, object>(2);
  expect(madeFor(cache, ["a", "a", "b", "b", "c", "c"])).toEqual(["a", "a", "b", "b", "c", "c"]);
  expect(madeFor(cache, ["c", "a"])).toEqual(["a"]);
});
