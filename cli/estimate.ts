import { estimateOf, type SiteNumbers } from "#cli/estimate/estimate.ts";
import { priceList } from "#cli/estimate/prices.ts";
import { estimateCells } from "#cli/estimate/table.ts";
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

/** `lectern estimate`: what AWS asks for a site of these numbers in a month. It needs no service. */
export const estimate: RunCommand = async (args, { stdout }) => {
  const { json, ...given } = parseArguments(args, options, []);
  const site = numbersFrom(given);
  const result = estimateOf(site);
  if (json) {
    printJson(stdout, { ...priceList, currency: "USD", site, ...result });
    return 0;
  }
  printLines(stdout, [
    ...aligned(estimateCells(result)),
    "",
    `Dollars a month without taxes, at list prices of ${priceList.region} read from ${priceList.pricesFrom} to ${priceList.pricesTo}; they change, and other regions have others.`,
    "docs/cost.md says what is measured and what is assumed. A zone of Route 53 is $0.50 more.",
  ]);
  return 0;
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
