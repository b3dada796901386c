import { describe, expect, test } from "vitest";
import { wordChanges } from "../../browser/admin/words/word-changes.ts";

const marked = (from: string, to: string): string =>
  wordChanges(from, to)
    .map(({ kind, words }) => (kind === "same" ? words : `${kind === "added" ? "+" : "-"}(${words})`))
    .join("");

describe("how one text becomes another", () => {
  test.each([
    ["nothing changed", "A rail.\nA coot.\n", "A rail.\nA coot.\n", "A rail.\nA coot.\n"],
    ["a word", "Two rails came.", "Three rails came.", "-(Two)+(Three) rails came."],
    ["a line between others", "One.\nThree.\n", "One.\nTwo.\nThree.\n", "One.\n+(Two.\n)Three.\n"],
    [
      "lines without shared words are not mixed",
      "Ice on the pool all week\n",
      "The heronry is the oldest of the county\n",
      "-(Ice on the pool all week\n)+(The heronry is the oldest of the county\n)",
    ],
    [
      "a line that was changed, below one that is new",
      "We count on Sundays.\n",
      "The hut is open.\nWe count on all Sundays.\n",
      "+(The hut is open.\n)We count on +(all )Sundays.\n",
    ],
    ["all of it is new", "", "A bittern.", "+(A bittern.)"],
    ["all of it is gone", "A bittern.", "", "-(A bittern.)"],
  ])("%s", (_, from, to, expected) => {
    expect(marked(from, to)).toBe(expected);
  });

  test("gives both texts again, whatever they are", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const text = () =>
      Array.from({ length: random(12) }, () => ["reed", "ice", "a", " ", ".", "\n"][random(6)]).join("");
    for (let round = 0; round < 2_000; round++) {
      const [from, to] = [text(), text()];
      const changes = wordChanges(from, to);
      const without = (left: string) =>
        changes.flatMap(({ kind, words }) => (kind === left ? [] : [words])).join("");
      expect([without("added"), without("removed")]).toEqual([from, to]);
    }
  });
});
