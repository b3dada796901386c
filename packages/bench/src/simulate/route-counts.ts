import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Counts } from "#bench/lectern/estimate.ts";

const page = join(import.meta.dirname, "../../../../docs/requests.md");

/** What each route asks of DynamoDB, by its id, as docs/requests.md has it. */
export const routeCounts = (): ReadonlyMap<string, Counts> =>
  new Map(
    readFileSync(page, "utf8")
      .split("\n")
      .map((line) => /^\| `([\w/-]+)` \| \d+ \| (\d+) \| (\d+) \| (\d+) \|$/.exec(line))
      .filter((row) => row !== null)
      .map(([, route = "", requests, readUnits, writeUnits]) => [
        route,
        { requests: Number(requests), readUnits: Number(readUnits), writeUnits: Number(writeUnits) },
      ]),
  );

/** Routes of which traffic consists, by their ids, with their shares, which add up to one. */
export type Mix = Readonly<Record<string, number>>;

/** What one request of a mix costs on average. Throws if a route is not in docs/requests.md. */
export const averageOf = (mix: Mix, counts: ReadonlyMap<string, Counts>): Counts => {
  const average = { requests: 0, readUnits: 0, writeUnits: 0 };
  for (const [route, share] of Object.entries(mix)) {
    const counted = counts.get(route);
    if (!counted) throw new Error(`docs/requests.md has no route ${route}.`);
    average.requests += share * counted.requests;
    average.readUnits += share * counted.readUnits;
    average.writeUnits += share * counted.writeUnits;
  }
  return average;
};
