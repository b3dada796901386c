import { describe, expect, test } from "vitest";
import { meansOf, searchFiguresOf, tableOf, worstOf } from "./figures.ts";
import { type Grade, judgedLanguages, judgedPosts, judgedSearches } from "./judged-set.ts";
import { ndcgAt10 } from "./ndcg.ts";

const leastNdcg = 0.9;

const posts = judgedPosts();
const searches = judgedSearches();

test("the judged set has 80 posts and 12 searches in each language, and judges posts that it has", () => {
  const names = new Set(posts.map(({ name }) => name));
  expect(names.size).toBe(400);
  for (const language of judgedLanguages) {
    expect(posts.filter(({ name }) => name.startsWith(`${language}/`))).toHaveLength(80);
    expect(searches.filter((search) => search.language === language)).toHaveLength(12);
  }
  expect(posts.filter(({ title, text }) => !title || !text)).toEqual([]);
  const grades = searches.flatMap((search) => [...search.grades]);
  expect(grades.filter(([name, grade]) => !names.has(name) || ![1, 2, 3].includes(grade))).toEqual([]);
});

describe("nDCG@10", () => {
  const grades = new Map<string, Grade>([
    ["best", 3],
    ["good", 2],
    ["marginal", 1],
  ]);
  const others = (count: number) => Array.from({ length: count }, (_, at) => `other ${at}`);

  test("is 1 for the best order, whatever follows, and 0 if nothing is found", () => {
    expect(ndcgAt10(["best", "good", "marginal"], grades)).toBe(1);
    expect(ndcgAt10(["best", "good", "marginal", ...others(3)], grades)).toBe(1);
    expect(ndcgAt10([], grades)).toBe(0);
  });

  test("counts an answer by its grade and its place", () => {
    const best = 7 + 3 / Math.log2(3) + 1 / 2;
    expect(ndcgAt10(["good", "other", "best"], grades)).toBeCloseTo((3 + 7 / 2) / best, 12);
  });

  test("does not count what comes after ten others", () => {
    expect(ndcgAt10([...others(9), "best"], grades)).toBeGreaterThan(0);
    expect(ndcgAt10([...others(10), "best"], grades)).toBe(0);
  });
});

test(`searches of the judged set reach an nDCG@10 of ${leastNdcg} in each language`, async () => {
  const figures = await searchFiguresOf("wrong letters");
  const tooLow = [...meansOf(figures)].filter(([, mean]) => mean < leastNdcg);
  const report = `${tableOf(new Map([["now", figures]]))}\n\n${worstOf(figures)}`;
  expect(tooLow, `searches are worse than ${leastNdcg}:\n\n${report}\n`).toEqual([]);
});
