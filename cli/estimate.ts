import { estimateOf, quantitiesOf, type SiteNumbers } from "#estimate/estimate.ts";
import { planFor } from "#estimate/plans.ts";
import { priceList } from "#estimate/prices.ts";
import { busiestTimesAverage, limits, type Scale, scaleOf } from "#estimate/scale.ts";
import { estimateCells } from "#estimate/table.ts";
import { parseArguments } from "./arguments.ts";
import { aligned, printJson, printLines, type RunCommand } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const options = {
  posts: { type: "string", default: "100" },
  visits: { type: "string", default: "5000" },
  downloads: { type: "string", default: "0" },
  "mb-per-episode": { type: "string", default: "0" },
  publications: { type: "string", default: "4" },
  json: { type: "boolean", default: false },
} as const;

/**
 * `lectern estimate`: what AWS asks for a site of these numbers in a month. It needs no service. Of a site
 * that cannot run it prints no price, and exits with 1.
 */
export const estimate: RunCommand = async (args, { stdout }) => {
  const { json, ...given } = parseArguments(args, options, []);
  const site = numbersFrom(given);
  const scale = scaleOf(site);
  const runs = scale.ends.length === 0;
  const result = estimateOf(site);
  const plan = planFor(quantitiesOf(site), result);
  if (json) {
    const cost = runs ? { ...result, plan: plan ?? null } : {};
    printJson(stdout, { ...priceList, currency: "USD", site, runs, scale, ...cost });
    return runs ? 0 : 1;
  }
  if (!runs) {
    printLines(stdout, [
      "A site of these numbers cannot run as one stage, so there is no price for it:",
      ...[...scale.ends, ...scale.raises].map((text) => `- ${text}`),
      "docs/scale.md has the figures.",
    ]);
    return 1;
  }
  printLines(stdout, [
    ...aligned(estimateCells(result)),
    "",
    busiestLine(scale),
    ...scale.raises.map((text) => `WARNING: ${text}`),
    plan
      ? `With CloudFront's flat-rate plan ${plan.name} ($${plan.dollars} a month) it would be ${plan.total.toFixed(2)} together (docs/cost.md#flat-rate-plans).`
      : "No flat-rate plan of CloudFront is for so much (docs/cost.md#flat-rate-plans).",
    "",
    `Dollars a month without taxes, at list prices of ${priceList.region} read from ${priceList.pricesFrom} to ${priceList.pricesTo}; they change, and other regions have others.`,
    "docs/cost.md says what is measured and what is assumed. A zone of Route 53 is $0.50 more.",
  ]);
  return 0;
};

const busiestLine = ({ busiest }: Scale): string => {
  const { functionRequests, functionsAtATime } = busiest;
  const [requests, functions] = [functionRequests, functionsAtATime].map((value) =>
    Math.ceil(value).toLocaleString("en-US"),
  );
  return `At its busiest, taken as ${busiestTimesAverage} times the average: requests a second to functions ${requests} (a stage lets ${limits.stageRequests} through), functions at a time ${functions} (a new account runs ${limits.functionsOfNewAccount}).`;
};

/** Throws one {@link UsageError} for all numbers that are none. */
const numbersFrom = (given: Readonly<Record<string, string>>): SiteNumbers => {
  const problems = Object.entries(given).flatMap(([name, text]) =>
    /^\d{1,12}(\.\d{1,3})?$/.test(text) ? [] : [`--${name} is '${text}', and not a number such as 1000`],
  );
  if (problems.length > 0) throw new UsageError(problems.join("; "));
  const { posts, visits, downloads, publications, "mb-per-episode": mbPerEpisode } = given;
  return {
    posts: Number(posts),
    visits: Number(visits),
    downloads: Number(downloads),
    mbPerEpisode: Number(mbPerEpisode),
    publications: Number(publications),
  };
};
