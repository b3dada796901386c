import { type Counts, mostCounted } from "./counted.ts";
import { defaultFunctionMb } from "./lectern.ts";
import measured from "./measured.json" with { type: "json" };
import { type Price, prices } from "./prices.ts";

/** A site, in what its owner knows of it. All but posts and megabytes are of a month. */
export interface SiteNumbers {
  readonly posts: number;
  readonly visits: number;
  readonly downloads: number;
  readonly mbPerEpisode: number;
  readonly publications: number;
}

/** What is not measured. docs/cost.md has all of these. */
export const assumed = {
  daysOfMonth: 30,
  postsPerVisit: 2,
  listsPerVisit: 1,
  picturesPerVisit: 8,
  kbPerPicture: 150,
  feedRequestsPerVisit: 1,
  feedsThatAreNew: 0.1,
  requestsPerDownload: 3,
  redirectsThatReachFunctions: 0.5,
  filesReadFromBucket: 0.1,
  coldStarts: 0.1,
  secondsOfColdStart: 0.5,
  msPerDatabaseRequest: 5,
  /** The processor's time, beside what is measured: one machine sends no requests (decision 131). */
  cpuMsPerDatabaseRequest: 0.3,
  functionMb: defaultFunctionMb,
  /** So much memory has one processor. */
  mbOfWholeProcessor: 1_769,
  msOfIdleJob: 50,
  savesPerPublication: 5,
  writesOfFilesPerPublication: 20,
  kbInTablePerPost: 60,
  mbOfPicturesPerPost: 1.5,
  bytesLogged: 1_500,
} as const;

/** Runs a day, and megabytes of memory, of each job; a test compares them with what a stage creates. */
export const estimatedJobs = [
  { runsPerDay: 1_440, mb: 512 },
  { runsPerDay: 1_440, mb: 2_048 },
  { runsPerDay: 1_440, mb: 2_048 },
  { runsPerDay: 288, mb: 512 },
  { runsPerDay: 96, mb: 2_048 },
  { runsPerDay: 24, mb: 512 },
  { runsPerDay: 4, mb: 2_048 },
];

export interface CostLine extends Price {
  readonly quantity: number;
  readonly cost: number;
}

export interface Estimate {
  readonly lines: readonly CostLine[];
  /** Dollars a month. */
  readonly total: number;
}

const gb = 1_024 ** 3;
const mb = 1_024 ** 2;
const kb = 1_024;

/** Requests of one kind. */
interface Asked extends Counts {
  readonly count: number;
  readonly cpuMs: number;
}

/** How much of what has a price, in a month. */
export type Quantities = Readonly<Record<keyof typeof prices, number>>;

/** Each line is a quantity, less what is free, times a price. */
export const estimateOf = (site: SiteNumbers): Estimate => priced(quantitiesOf(site));

export const priced = (quantities: Quantities): Estimate => {
  const lines = Object.entries(prices).map(([name, price]: [string, Price]): CostLine => {
    const quantity = quantities[name as keyof typeof prices];
    return { ...price, quantity, cost: costOf(price, quantity) };
  });
  return { lines, total: lines.reduce((sum, { cost }) => sum + cost, 0) };
};

const costOf = ({ free, per, dollars, tiers = [] }: Price, quantity: number): number => {
  const steps = [{ above: free, dollars }, ...tiers];
  return steps.reduce((sum, step, index) => {
    const end = Math.min(quantity, steps[index + 1]?.above ?? quantity);
    return sum + (Math.max(0, end - step.above) / per) * step.dollars;
  }, 0);
};

/** What reaches functions in a month: how many requests, and how many seconds these take together. */
export const functionLoad = (site: SiteNumbers): { readonly calls: number; readonly seconds: number } => {
  const requests = requestsOf(site);
  return {
    calls: requests.reduce((sum, { count }) => sum + count, 0),
    seconds: requests.reduce((sum, each) => sum + each.count * secondsOf(each), 0),
  };
};

const requestsOf = ({ visits, downloads, publications }: SiteNumbers): readonly Asked[] => {
  const { post, list, create, update, publication } = measured;
  const redirects = (visits * assumed.picturesPerVisit + downloads) * assumed.redirectsThatReachFunctions;
  return [
    { ...post, count: visits * assumed.postsPerVisit, writeUnits: 0 },
    { ...list, count: visits * assumed.listsPerVisit, writeUnits: 0 },
    { count: redirects, cpuMs: post.cpuMs, ...mostCounted.redirectToFile },
    { count: publications, ...create, ...mostCounted.create },
    { count: publications * assumed.savesPerPublication, ...update, ...mostCounted.update },
    { count: publications, ...publication, ...mostCounted.publication },
  ];
};

export const quantitiesOf = (site: SiteNumbers): Quantities => {
  const { posts, visits, downloads, mbPerEpisode, publications } = site;
  const { post, list, feed } = measured;
  const pictures = visits * assumed.picturesPerVisit;
  const feeds = visits * assumed.feedRequestsPerVisit;
  const pages = visits * (assumed.postsPerVisit + assumed.listsPerVisit);
  const edits = publications * (assumed.savesPerPublication + 2);
  const files = pictures + downloads * assumed.requestsPerDownload;
  const requests = requestsOf(site);
  const calls = requests.reduce((sum, { count }) => sum + count, 0);
  const runs = estimatedJobs.reduce((sum, { runsPerDay }) => sum + runsPerDay, 0) * assumed.daysOfMonth;
  // A change calls the jobs that renew feeds and tell webhooks, and each may store a snapshot.
  const runsAfterChanges = edits * 2;
  const sumOf = (unit: "readUnits" | "writeUnits"): number =>
    requests.reduce((sum, each) => sum + each.count * each[unit], 0);
  const idleMinutes = 1_440 * assumed.daysOfMonth + runsAfterChanges;
  const tableGb = (posts * assumed.kbInTablePerPost * kb) / gb;
  return {
    transfer:
      (visits * (assumed.postsPerVisit * post.bytes + assumed.listsPerVisit * list.bytes) +
        pictures * assumed.kbPerPicture * kb +
        feeds * assumed.feedsThatAreNew * feed.bytes +
        downloads * mbPerEpisode * mb) /
      gb,
    viewerRequests: pages + pictures + downloads + files + feeds + edits,
    viewerFunctions: pages + pictures + downloads + files + edits,
    apiRequests: calls,
    functionCalls: calls + runs + runsAfterChanges,
    functionTime:
      requests.reduce((sum, each) => sum + each.count * gbSecondsOf(each), 0) +
      estimatedJobs.reduce(
        (sum, job) => sum + job.runsPerDay * assumed.daysOfMonth * gbSecondsOfRun(job),
        0,
      ) +
      runsAfterChanges * gbSecondsOfRun({ mb: 2_048 }),
    reads: sumOf("readUnits") + idleMinutes * mostCounted.idleMinute.readUnits,
    writes: sumOf("writeUnits"),
    items: tableGb,
    itemBackup: tableGb,
    files: (posts * (assumed.mbOfPicturesPerPost + mbPerEpisode) * mb) / gb,
    fileWrites: publications * assumed.writesOfFilesPerPublication,
    fileReads: files * assumed.filesReadFromBucket + feeds,
    logs: ((calls + runs + runsAfterChanges) * assumed.bytesLogged) / gb,
    schedules: runs,
  };
};

const gbSecondsOf = (asked: Asked): number => (assumed.functionMb / 1_024) * secondsOf(asked);

/** A function waits for DynamoDB, and has the part of a processor that its memory buys. */
const secondsOf = ({ cpuMs, requests }: Asked): number => {
  const { functionMb, mbOfWholeProcessor, coldStarts, secondsOfColdStart } = assumed;
  const workMs = cpuMs + requests * assumed.cpuMsPerDatabaseRequest;
  const waitMs = requests * assumed.msPerDatabaseRequest;
  const warm = ((workMs * mbOfWholeProcessor) / functionMb + waitMs) / 1_000;
  return warm + coldStarts * secondsOfColdStart;
};

const gbSecondsOfRun = ({ mb: memory }: { readonly mb: number }): number =>
  (memory / 1_024) * (assumed.msOfIdleJob / 1_000);
