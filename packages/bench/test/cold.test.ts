import { expect, test } from "vitest";
import { instanceTable, priceTable } from "#bench/cold/instance-tables.ts";
import { fallback } from "../../../lib/routes/fallback.ts";
import type { Route } from "../../../lib/routes/route.ts";
import { routes } from "../../../lib/routes/table.ts";

const instance = { status: 200, loadCpuMs: 40, cpuMs: 90, ms: 300, warmMs: 8, peakMb: 90 };

test("every function is in one row, with those that are alike, and its notes name all", () => {
  const all: readonly Route[] = [...routes, fallback];
  const measured = all.map((route, index) => ({
    route,
    file: "",
    bytes: 100_000 + (index % 3) * 50_000,
    instances: new Map([
      [1_000, instance],
      [10_000, { ...instance, ms: 400 }],
    ]),
  }));
  const { rows, notes } = instanceTable([1_000, 10_000], measured, 80);
  const counted = rows.map(([name]) => 1 + Number(/ and (\d+) like it$/.exec(name!)?.[1] ?? 0));
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(all.length);
  const named = [...rows.map(([name]) => name), ...notes].join("\n");
  for (const { id } of all) expect(named, id).toMatch(new RegExp(`(^|[ ])${id}\\b`, "m"));
  expect(rows[0]!.slice(3)).toEqual(["40", "0.50", "300", "400"]);
});

test("a price is memory times time, the cheapest has 1, a tenth of answers are first ones, and failures have none", () => {
  const own = [
    { id: "pages/list", memoryMb: 512, ...instance, ms: 600 },
    { id: "pages/list", memoryMb: 1_024, ...instance, ms: 240 },
    { id: "pages/list", memoryMb: 256, ...instance, status: 503, ms: 17_000 },
  ];
  expect(priceTable(1_000, own).rows.map(([name, , , ...priced]) => [name, ...priced])).toEqual([
    ["pages/list, first", "600, ×1.25", "240, ×1.00", "status 503"],
    ["pages/list, further", "8, ×1.00", "8, ×2.00", "status 503"],
    ["pages/list, on average", "67, ×1.08", "31, ×1.00", "status 503"],
  ]);
});
