import { describe, expect, test } from "vitest";
import type { HttpAnswer } from "#bench/client.ts";
import { type Check, foundAre, listIs, listWithBodiesIs } from "#bench/reading/checks.ts";
import { figuresOf, spreadOf, timesOf } from "#bench/report/figures.ts";
import { budgetCell, markdownOf, type Table, textOf } from "#bench/report/table.ts";

const answer = (body: unknown, status = 200): HttpAnswer => {
  const text = JSON.stringify(body);
  return { status, headers: {}, text, bytes: text.length, ms: 1 };
};

const list = (count: number, ...ids: readonly number[]) => ({
  count,
  results: ids.map((id) => ({ id, body: [{}, {}] })),
});

const shown: Check = listIs({ total: 3, ids: [7, 5] });
const withBodies: Check = listWithBodiesIs({ total: 1, ids: [7] });
const found: Check = foundAre(new Set([5, 6, 7]), 2);

describe("an answer", () => {
  test.each<[string, Check, unknown]>([
    ["a list", shown, list(3, 7, 5)],
    ["a list with bodies", withBodies, list(1, 7)],
    ["what was found, in whatever order", found, list(3, 6, 5)],
  ])("that is right is taken: %s", (_, check, body) => {
    expect(check(answer(body))).toBeUndefined();
  });

  test.each<[string, Check, unknown]>([
    ["another number", shown, list(2, 7, 5)],
    ["another order", shown, list(3, 5, 7)],
    ["an item too few", shown, list(3, 7)],
    ["an item without a body", withBodies, { count: 1, results: [{ id: 7 }] }],
    ["something that should not be found", found, list(3, 5, 8)],
    ["fewer finds", found, list(2, 5, 6)],
    ["fewer finds shown", found, list(3, 5)],
  ])("that is wrong is told: %s", (_, check, body) => {
    expect(check(answer(body))).toEqual(expect.any(String));
  });

  test("with another status is told, whatever it says", () => {
    expect(shown(answer(list(3, 7, 5), 500))).toContain("status 500");
  });
});

describe("figures", () => {
  test("are the medians of samples, and percentiles of all latencies", () => {
    const sample = (cpuMs: number, ...latencies: readonly number[]) => {
      return { latencies, elapsedMs: 1_000, cpuMs, problems: [] };
    };
    const figures = figuresOf([sample(2, 1, 3), sample(8, 2, 2), sample(4, 9, 1)]);
    expect(figures.cpuMs).toEqual({ median: 2, least: 1, greatest: 4 });
    expect(figures.requestsPerSecond.median).toBe(2);
    expect(figures).toMatchObject({ p50Ms: 2, p99Ms: 9, answers: 6 });
  });

  test("as a multiple of others are compared round by round", () => {
    const sample = (cpuMs: number, count: number) => {
      return { latencies: Array<number>(count).fill(1), elapsedMs: 1, cpuMs, problems: [] };
    };
    const [samples, others] = [
      [sample(8, 2), sample(9, 1), sample(1, 1)],
      [sample(2, 1), sample(6, 2), sample(1, 2)],
    ];
    expect(timesOf(samples, others)).toEqual({ median: 2, least: 2, greatest: 3 });
  });

  test("of one value are that value", () => {
    expect(spreadOf([3])).toEqual({ median: 3, least: 3, greatest: 3 });
  });

  test.each([
    [1, 2, "2 ✓"],
    [2, 2, "2 ✓"],
    [2.1, 2, "2 ✗"],
    [5, null, "–"],
  ])("%d with a budget of %j is shown as %s", (figure, budget, cell) => {
    expect(budgetCell(figure, budget)).toBe(cell);
  });
});

describe("a table", () => {
  const table: Table = {
    title: "Birds",
    columns: ["bird", "cm"],
    rows: [
      ["crane", "115"],
      ["wren", "9"],
    ],
    notes: ["Measured by eye."],
  };

  test("is aligned on a terminal", () => {
    expect(textOf(table)).toBe(
      "Birds\n\nbird    cm\n-----  ---\ncrane  115\nwren     9\n\nMeasured by eye.\n",
    );
  });

  test("is a section in Markdown", () => {
    expect(markdownOf(table)).toBe(
      "## Birds\n\n| bird | cm |\n| --- | ---: |\n| crane | 115 |\n| wren | 9 |\n\nMeasured by eye.\n",
    );
  });
});
