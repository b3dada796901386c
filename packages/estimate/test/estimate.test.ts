import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { costDocument, measuredFile, readMeasured } from "#estimate/cost.ts";
import { costPage } from "#estimate/document.ts";
import { estimateOf, quantitiesOf, type SiteNumbers } from "#estimate/estimate.ts";
import { planFor, plans } from "#estimate/plans.ts";
import { priceList, prices } from "#estimate/prices.ts";
import { busiestTimesAverage, limits, scaleOf } from "#estimate/scale.ts";
import { packedLectern } from "../../../cli/packed-commands.ts";
import { deploymentSettings } from "../../../stacks/settings.ts";
import { lecternIn } from "../../../test/cli/lectern.ts";

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
    for (const { quantity, tiers: [next] = [] } of lines)
      expect(quantity).toBeLessThan(next?.above ?? Infinity);
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

  test("is cheaper for what is above a step of the price, and only for that", () => {
    const gb = 60 * 1_024;
    const podcast = { ...nothing, posts: 1, downloads: gb, mbPerEpisode: 1_024 };
    const [transfer] = estimateOf(podcast).lines;
    expect(transfer?.quantity).toBeCloseTo(gb, 6);
    const expected = (9 * 0.085 + 40 * 0.08 + 10 * 0.06) * 1_024;
    expect(transfer?.cost).toBeCloseTo(expected, 6);
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

describe("a flat-rate plan", () => {
  test("is the smallest that holds the site, and takes the place of CloudFront's lines", () => {
    const podcast = { ...blog, downloads: 50_000, mbPerEpisode: 40 };
    const estimated = estimateOf(podcast);
    const others = estimated.lines.filter(({ service }) => service !== "CloudFront");
    const plan = planFor(quantitiesOf(podcast), estimated);
    expect(plan).toMatchObject({ name: "Pro", dollars: 15 });
    expect(plan?.total).toBeCloseTo(15 + others.reduce((sum, { cost }) => sum + cost, 0), 6);
    expect(planFor(quantitiesOf(blog), estimateOf(blog))?.name).toBe("Free");
  });

  test("that holds more costs more, and there is none for a petabyte", () => {
    expect(plans.map(({ dollars }) => dollars)).toEqual(
      plans.map(({ dollars }) => dollars).toSorted((one, other) => one - other),
    );
    const petabyte = { ...nothing, downloads: 1_024 ** 2, mbPerEpisode: 1_024 };
    expect(planFor(quantitiesOf(petabyte), estimateOf(petabyte))).toBeUndefined();
  });
});

describe("the scale of a site", () => {
  test("is that of its busiest second, against the limits of a deployment", () => {
    expect(scaleOf(blog)).toMatchObject({ raises: [], ends: [] });
    expect(limits.stageRequests).toBe(
      deploymentSettings("trial", { AWS_REGION: "eu-central-1" }).requestsPerSecond,
    );
    const busy = { ...blog, visits: 30_000_000 };
    const [, , , apiRequests] = estimateOf(busy).lines;
    const { busiest, raises, ends } = scaleOf(busy);
    const average = apiRequests!.quantity / (30 * 86_400);
    expect(busiest.functionRequests).toBeCloseTo(busiestTimesAverage * average, 6);
    expect(ends).toEqual([]);
    expect(raises).toEqual([expect.stringMatching(/^811 requests .*Set API_REQUESTS_PER_SECOND=900,/)]);
  });

  test.each([
    [{ ...blog, posts: 200_001 }, /^200,001 posts: .*a stage of its own/],
    [{ ...blog, visits: 150_000_000 }, /^\d,\d{3} reads a second reach functions/],
    [{ ...blog, publications: 12_000_000 }, /^\d{3} saves and publications a second/],
  ])("ends at %j", (site, reason) => {
    expect(scaleOf(site).ends).toEqual([expect.stringMatching(reason)]);
  });

  test("says of what AWS raises that it has to be asked, and of downloads that Athena counts them", () => {
    const site = { ...nothing, posts: 1, downloads: 400_000_000, mbPerEpisode: 40 };
    const { raises, ends } = scaleOf(site);
    expect(ends).toEqual([]);
    expect(raises.map((text) => /API_REQUESTS|Gbit|Athena/.exec(text)?.[0])).toEqual([
      ...["API_REQUESTS", "Gbit", "Athena"],
    ]);
  });
});

describe("lectern estimate", () => {
  test("prints no price for what cannot run, but why, and exits with 1", async () => {
    const args = ["--posts", "1000000", "--visits", "200000000"];
    const { status, stdout, stderr } = await estimate(...args);
    expect([status, stderr]).toEqual([1, ""]);
    expect(stdout).toMatch(
      /^A site of these numbers cannot run as one stage, so there is no price for it:\n- 1,/,
    );
    expect(stdout).toContain("reads a second reach functions");
    expect(stdout).not.toMatch(/together|\$/);
    const asJson = await estimate(...args, "--json");
    const { runs, scale, ...others } = JSON.parse(asJson.stdout);
    expect([asJson.status, runs, scale.ends.length]).toEqual([1, false, 2]);
    expect(Object.keys(others)).not.toContain("total");
  });

  test("warns of limits that have to be raised, and prints the price", async () => {
    const { status, stdout } = await estimate("--visits", "30000000");
    expect(status).toBe(0);
    expect(stdout).toMatch(/\nWARNING: 811 requests a second reach functions, and a stage lets 200 through/);
    expect(stdout).toMatch(/\ntogether +\d/);
    expect(stdout).toContain("flat-rate plan");
  });

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
    const estimated = estimateOf(site);
    const plan = planFor(quantitiesOf(site), estimated);
    const expected = {
      ...{ ...priceList, currency: "USD", site, runs: true, scale: scaleOf(site) },
      ...{ ...estimated, plan },
    };
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
