import {
  assumed,
  busiestTimesAverage,
  type Counts,
  type Estimate,
  limits,
  mostCounted,
  priced,
  quantitiesOf,
} from "#bench/lectern/estimate.ts";
import { averageOf, type Mix, routeCounts } from "./route-counts.ts";

/** A site, as it is asked for. */
export interface SiteTraffic {
  readonly posts: number;
  readonly readsPerDay: number;
  readonly writesPerMinute: number;
  readonly downloadsPerDay: number;
}

/** Something that a site needs at its busiest, against what there is of it. */
export interface Need {
  readonly what: string;
  readonly needed: number;
  readonly limit: number;
  /** What takes over beyond the limit. */
  readonly beyond: string;
}

export interface SimulatedSite {
  /** In the order of how much of its limit is needed, the most first. */
  readonly needs: readonly Need[];
  readonly readUnitsPerSecond: number;
  readonly writeUnitsPerSecond: number;
  /** In a day. */
  readonly growth: { readonly posts: number; readonly gb: number };
  readonly estimate: Estimate;
}

/** What reads and writes consist of: assumed. Two thirds of reads are pages for people. */
const mixes = {
  reads: {
    "site/pages/read": 0.66,
    "pages/list": 0.14,
    "pages/read": 0.1,
    "facets/read": 0.05,
    "suggestions/read": 0.05,
  },
  writes: { "editor/posts/update": 0.6, "editor/posts/create": 0.2, "editor/posts/publish": 0.2 },
  downloads: { "site/media/read": 1 },
} as const satisfies Readonly<Record<string, Mix>>;

/** A post or blog that everybody looks at has so much of all reads; one blog has so much of all writes. */
const busiestShare = { page: 0.2, blog: 0.5 };
const mbPerEpisode = 40;

/** What a partition of DynamoDB takes in a second. */
const partition = { readUnits: 3_000, writeUnits: 1_000 };

const kbOfRevision = 8;

/** A write of a kilobyte in a transaction. */
const unitsOfWrite = 2;

/** The words of a post of 8 KB are an item of about four kilobytes. */
const unitsOfWords = 8;

/** The memory and disk that 100,000 posts take (docs/scale.md). */
const per100k = { listsMb: 150, editorMb: 290, diskMb: 137 };
/** The memory of a program without posts. */
const programMb = 100;

/** How long a processor applies 1,000 changes to the catalog and the words. */
const catchUpSeconds = 0.3;
const minutesBetweenSnapshots = 15;

export const simulatedSite = (traffic: SiteTraffic): SimulatedSite => {
  const { posts, readsPerDay, writesPerMinute, downloadsPerDay } = traffic;
  const counts = routeCounts();
  const [read, write, download] = [mixes.reads, mixes.writes, mixes.downloads].map((mix) =>
    averageOf(mix, counts),
  ) as [Counts, Counts, Counts];
  const redirectsPerDay = downloadsPerDay * assumed.redirectsThatReachFunctions;
  const busiest = {
    reads: (readsPerDay / 86_400) * busiestTimesAverage,
    redirects: (redirectsPerDay / 86_400) * busiestTimesAverage,
    // Programs write evenly; people who read come at the same time.
    writes: writesPerMinute / 60,
  };
  const days = assumed.daysOfMonth;
  const perMonth = {
    reads: readsPerDay * days,
    writes: writesPerMinute * 1_440 * days,
    redirects: redirectsPerDay * days,
  };
  const units = (kind: "readUnits" | "writeUnits", of: typeof busiest): number =>
    of.reads * read[kind] + of.writes * write[kind] + of.redirects * download[kind];
  const quantities = quantitiesOf({
    ...{ posts, publications: 0, visits: perMonth.reads / visitReads },
    ...{ downloads: downloadsPerDay * days, mbPerEpisode: downloadsPerDay > 0 ? mbPerEpisode : 0 },
  });
  const secondsOfWrite = (write.requests * assumed.msPerDatabaseRequest + 10) / 1_000;
  const estimate = priced({
    ...quantities,
    apiRequests: quantities.apiRequests + perMonth.writes,
    functionCalls: quantities.functionCalls + 2 * perMonth.writes,
    functionTime: quantities.functionTime + perMonth.writes * secondsOfWrite,
    reads: units("readUnits", perMonth) + idleReadUnits,
    writes: units("writeUnits", perMonth),
    logs: quantities.logs + (perMonth.writes * assumed.bytesLogged) / 1_024 ** 3,
  });
  const needs = needsOf(traffic, busiest, read);
  return {
    needs: needs.toSorted((one, other) => other.needed / other.limit - one.needed / one.limit),
    readUnitsPerSecond: units("readUnits", busiest),
    writeUnitsPerSecond: units("writeUnits", busiest),
    growth: growthOf(traffic),
    estimate,
  };
};

const growthOf = ({ writesPerMinute }: SiteTraffic): SimulatedSite["growth"] => {
  const writes = writesPerMinute * 1_440;
  const { "editor/posts/create": creates, "editor/posts/update": updates } = mixes.writes;
  return { posts: writes * creates, gb: (writes * (creates + updates) * kbOfRevision) / 1_024 ** 2 };
};

const visitReads = assumed.postsPerVisit + assumed.listsPerVisit;
const idleReadUnits = mostCounted.idleMinute.readUnits * 1_440 * assumed.daysOfMonth;

const needsOf = (
  { posts, writesPerMinute, downloadsPerDay }: SiteTraffic,
  busiest: { readonly reads: number; readonly redirects: number; readonly writes: number },
  read: Counts,
): readonly Need[] => {
  const { reads, redirects, writes } = busiest;
  const { "editor/posts/create": creates, "editor/posts/publish": publishes } = mixes.writes;
  const hundreds = posts / 100_000;
  const changes = (writesPerMinute * minutesBetweenSnapshots) / 1_000;
  const gigabits = ((downloadsPerDay * mbPerEpisode * 8) / 1_024 / 86_400) * busiestTimesAverage;
  const blogCatalogs = "a stage, and so a catalog, for each blog";
  return [
    {
      what: "requests a second to functions",
      ...{ needed: reads + redirects + writes, limit: limits.stageRequests },
      beyond: "API_REQUESTS_PER_SECOND, and AWS above 10,000",
    },
    {
      what: "functions at a time",
      ...{ needed: (reads + redirects) * 0.08 + writes * 0.05, limit: limits.functionsAtATime },
      beyond: "AWS raises it",
    },
    {
      what: "units read of the change log (one partition)",
      ...{ needed: reads, limit: partition.readUnits },
      beyond: "pages in caches; more readers of a mirrored log",
    },
    {
      what: "units read of the busiest page (one partition)",
      ...{ needed: reads * busiestShare.page * (read.readUnits - 1), limit: partition.readUnits },
      beyond: "pages in caches",
    },
    {
      what: "units written to the change log (one partition)",
      ...{ needed: writes * unitsOfWrite, limit: partition.writeUnits },
      beyond: blogCatalogs,
    },
    {
      what: "units written to sequences (one item)",
      ...{ needed: writes * unitsOfWrite, limit: partition.writeUnits },
      beyond: blogCatalogs,
    },
    {
      what: "units written to the words of posts (one partition)",
      ...{ needed: writes * publishes * unitsOfWords, limit: partition.writeUnits },
      beyond: "OpenSearch, fed by the table's stream",
    },
    {
      what: "units written to the busiest blog (one item)",
      ...{ needed: writes * creates * busiestShare.blog * unitsOfWrite, limit: partition.writeUnits },
      beyond: "several blogs",
    },
    {
      what: "seconds in which a new instance catches up",
      ...{ needed: changes * catchUpSeconds * (assumed.mbOfWholeProcessor / assumed.functionMb), limit: 20 },
      beyond: "more memory, snapshots more often; OpenSearch for words",
    },
    {
      what: "MB of memory, reading",
      ...{ needed: programMb + hundreds * per100k.listsMb, limit: assumed.functionMb },
      beyond: `limits.memoryMb up to 10,240; ${blogCatalogs}`,
    },
    {
      what: "MB of memory, lists for editors",
      ...{ needed: programMb + hundreds * per100k.editorMb, limit: assumed.functionMb },
      beyond: `limits.memoryMb up to 10,240; ${blogCatalogs}`,
    },
    {
      what: "MB of disk, catalog and words",
      ...{ needed: hundreds * per100k.diskMb, limit: 512 },
      beyond: `storage up to 10,240; OpenSearch for words; ${blogCatalogs}`,
    },
    {
      what: "Gbit a second from CloudFront",
      ...{ needed: gigabits, limit: limits.gigabits },
      beyond: "AWS raises it",
    },
    {
      what: "downloads a day that the job counts",
      ...{ needed: downloadsPerDay, limit: limits.countedDownloadsPerDay },
      beyond: "Athena on CloudFront's logs",
    },
  ];
};
