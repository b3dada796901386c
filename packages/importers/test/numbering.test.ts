import { expect, test } from "vitest";
import { Numbering } from "#importers/reading/numbering.ts";

test("a thousand names that are alike are numbered in two thousand looks", () => {
  let looks = 0;
  const taken = new Set(["heron-3"]);
  const isTaken = (name: string) => {
    looks++;
    return taken.has(name);
  };
  const numbering = new Numbering();
  const named = (number: number) => (number === 1 ? "heron" : `heron-${number}`);
  const names = Array.from({ length: 1_000 }, () => {
    const name = numbering.firstFree("heron", named, isTaken);
    taken.add(name);
    return name;
  });
  expect(names.slice(0, 3)).toEqual(["heron", "heron-2", "heron-4"]);
  expect(new Set(names).size).toBe(1_000);
  expect(looks).toBeLessThan(2_000);
});
