import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { costDocument, measuredFile, readMeasured } from "#bench/report/cost.ts";
import { costPage } from "#cli/estimate/document.ts";
import { estimateOf, type SiteNumbers } from "#cli/estimate/estimate.ts";
import { priceList, prices } from "#cli/estimate/prices.ts";
import { packedLectern } from "#cli/packed-commands.ts";
import { lecternIn } from "./lectern.ts";

const nothing: SiteNumbers = { posts: 0, visits: 0, downloads: 0, mbPerEpisode: 0, publications: 0 };
const blog: SiteNumbers = { posts: 100, visits: 5_000, downloads: 0, mbPerEpisode: 0, publications: 4 };

const estimate = (...args: string[]) => lecternIn({}, "", ["estimate", ...args], packedLectern);

describe("docs/cost.md", () => {
  test("is what `npm run cost` computes, of what the benchmark has recorded", () => {
    expect(readFileSync(measuredFile, "utf8")).toBe(readMeasured());
    expect(readFileSync(costDocument, "utf8")).toBe(costPage());
  });
});

describe("an estimate", () => {
  test("is the sum of its lines, each of which is a quantity beyond what is free, times a price", () => {
    const { lines, total } = estimateOf({ ...blog, visits: 3_000_000 });
    expect(lines).toHaveLength(Object.keys(prices).length);
    for (const { quantity, free, per, dollars, cost } of lines)
      expect(cost).toBeCloseTo((Math.max(0, quantity - free) * dollars) / per, 6);
    expect(total).toBeCloseTo(
      lines.reduce((sum, { cost }) => sum + cost, 0),
      6,
    );
  });

  test("of episodes is of their bytes: 40 MB, 50,000 times, less a terabyte", () => {
    const podcast = { ...nothing, posts: 1_000, downloads: 50_000, mbPerEpisode: 40 };
    const [transfer] = estimateOf(podcast).lines;
    expect(transfer?.quantity).toBeCloseTo((50_000 * 40) / 1_024, 6);
    expect(transfer?.cost).toBeCloseTo(((50_000 * 40) / 1_024 - 1_024) * 0.085, 6);
  });

  test("of a site that nobody visits is of its jobs, and less than a dollar", () => {
    const { lines, total } = estimateOf(nothing);
    const counted = lines.filter(({ quantity }) => quantity > 0).map(({ what }) => what);
    expect(counted).toEqual(["calls", "memory and time, arm64", "read units", "logs", "calls of jobs"]);
    expect(total).toBeLessThan(1);
  });

  test.each(Object.keys(nothing) as (keyof SiteNumbers)[])("grows with %s, and never shrinks", (name) => {
    const podcast = { ...blog, downloads: 1_000, mbPerEpisode: 20 };
    const more = estimateOf({ ...podcast, [name]: podcast[name] * 1_000 });
    const before = estimateOf(podcast);
    expect(more.total).toBeGreaterThan(before.total);
    for (const [index, { quantity }] of more.lines.entries())
      expect(quantity).toBeGreaterThanOrEqual(before.lines[index]!.quantity);
  });
});

describe("lectern estimate", () => {
  test("prints a line for each price, the total, and of where and when the prices are", async () => {
    const { status, stdout, stderr } = await estimate("--posts", "1000", "--visits", "20000");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    for (const { service } of Object.values(prices)) expect(stdout).toContain(`\n${service} `);
    const { total } = estimateOf({ ...blog, posts: 1_000, visits: 20_000 });
    expect(stdout).toMatch(new RegExp(`\ntogether +${total.toFixed(2)}\n`));
    const days = Object.values(prices).map(({ asOf }) => asOf);
    for (const day of days) expect(day >= priceList.pricesFrom && day <= priceList.pricesTo).toBe(true);
    expect(days).toContain(priceList.pricesFrom);
    expect(days).toContain(priceList.pricesTo);
    expect(stdout).toContain(
      `list prices of ${priceList.region} read from ${priceList.pricesFrom} to ${priceList.pricesTo};`,
    );
  });

  test("prints the same as JSON, with the numbers that it is about", async () => {
    const { stdout } = await estimate("--downloads=50000", "--mb-per-episode=40.5", "--json");
    const site = { ...blog, downloads: 50_000, mbPerEpisode: 40.5 };
    const expected = { ...priceList, currency: "USD", site, ...estimateOf(site) };
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(expected)));
  });

  test("refuses what is no number, all of it at once", async () => {
    const { status, stdout, stderr } = await estimate(
      "--posts",
      "many",
      "--visits=-1",
      "--publications",
      "1e3",
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    for (const problem of ["--posts is 'many'", "--visits is '-1'", "--publications is '1e3'"])
      expect(stderr).toContain(problem);
  });
});
