import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseOptions } from "#bench/options.ts";
import type { Table } from "#bench/report/table.ts";
import { averageOf, routeCounts } from "#bench/simulate/route-counts.ts";
import { simulate, simulatedSites } from "#bench/simulate/simulate.ts";
import { simulatedSite } from "#bench/simulate/simulated-site.ts";
import { routes } from "../../../lib/routes/table.ts";

const quiet = { posts: 1_000, readsPerDay: 0, writesPerMinute: 0, downloadsPerDay: 0 };

test("what routes ask of DynamoDB is read from the page that a test keeps true", () => {
  const counts = routeCounts();
  expect([...counts.keys()].sort()).toEqual(routes.map(({ id }) => id).sort());
  expect(averageOf({ health: 0.5, root: 0.5 }, counts)).toEqual({
    ...{ requests: 0.5, readUnits: 0.5, writeUnits: 0 },
  });
  expect(() => averageOf({ "pages/gone": 1 }, counts)).toThrow("docs/requests.md has no route pages/gone.");
});

test.each([
  ["10,000,000 reads a day", "requests a second to functions"],
  ["1,000 writes a minute", "seconds in which a new instance catches up"],
  ["1,000,000 posts", "MB of memory, lists for editors"],
  ["1,000,000 downloads a day", "downloads a day that the job counts"],
])("a site of %s is bounded first by %s, as docs/scale.md says", (name, what) => {
  const [, traffic] = simulatedSites.find(([each]) => each === name)!;
  expect(simulatedSite(traffic).needs[0]!.what).toBe(what);
});

test("docs/scale.md has the money of each of its sites, to ten dollars, and what grows", () => {
  const lines = readFileSync("docs/scale.md", "utf8").split("\n");
  const rows = lines.filter((line) => /^\| 1.*\| [\d,]+; /.test(line));
  expect(rows).toHaveLength(simulatedSites.length);
  for (const [index, [, traffic]] of simulatedSites.entries()) {
    const { estimate, growth } = simulatedSite(traffic);
    const dearest = Math.max(...estimate.lines.map(({ cost }) => cost));
    const money = [estimate.total, dearest].map((dollars) =>
      Math.round(dollars < 50 ? dollars : Math.round(dollars / 10) * 10).toLocaleString("en"),
    );
    expect(rows[index]).toMatch(new RegExp(`\\| ${money[0]}; [\\w ]+ ${money[1]}\\b`));
    if (growth.posts > 0) expect(rows[index]).toContain(growth.posts.toLocaleString("en"));
  }
});

test("units, requests and money grow with what a site is asked for, and so does each need", () => {
  const before = simulatedSite({
    posts: 1_000,
    readsPerDay: 1_000,
    writesPerMinute: 1,
    downloadsPerDay: 100,
  });
  const after = simulatedSite({ posts: 2_000, readsPerDay: 2_000, writesPerMinute: 2, downloadsPerDay: 200 });
  expect(after.readUnitsPerSecond).toBeCloseTo(2 * before.readUnitsPerSecond, 6);
  expect(after.writeUnitsPerSecond).toBeCloseTo(2 * before.writeUnitsPerSecond, 6);
  expect(after.growth.posts).toBeCloseTo(2 * before.growth.posts, 6);
  expect(after.estimate.total).toBeGreaterThan(before.estimate.total);
  for (const { what, needed } of before.needs)
    expect(after.needs.find((each) => each.what === what)!.needed, what).toBeGreaterThan(needed);
});

test("a site that nobody asks for anything needs memory for its posts, and little money", () => {
  const { needs, readUnitsPerSecond, estimate } = simulatedSite(quiet);
  expect(needs.filter(({ needed }) => needed > 0).map(({ what }) => what.slice(0, 5))).toEqual([
    ...["MB of", "MB of", "MB of"],
  ]);
  expect(readUnitsPerSecond).toBe(0);
  expect(estimate.total).toBeLessThan(1);
});

test("the command takes a site of one's own, and prints what it needs", async () => {
  const options = parseOptions(
    ["simulate", "--posts", "5000", "--reads", "3000000", "--writes", "20"],
    ["simulate"],
  );
  if (options === "help") throw new Error("The options do not ask for help.");
  const tables: Table[] = [];
  for await (const result of simulate(options)) tables.push(...result.tables);
  expect(tables).toHaveLength(1);
  const { title, rows, notes } = tables[0]!;
  expect(title).toBe("Simulated: 5,000 posts, 3,000,000 reads and 0 downloads a day, 20 writes a minute");
  expect(rows[0]!.slice(0, 3)).toEqual(["requests a second to functions", "348", "200"]);
  expect(notes.join("\n")).toMatch(/Dollars a month: [\d,]+, most of it for CloudFront/);
  expect(() => parseOptions(["simulate", "--reads", "many"], ["simulate"])).toThrow("'many' is not a number");
});
