import { assumed, functionLoad, quantitiesOf, type SiteNumbers } from "./estimate.ts";

/** How a site of these numbers is at its busiest, and what of it is beyond a limit. */
export interface Scale {
  readonly busiest: {
    /** Requests a second that reach functions. */
    readonly functionRequests: number;
    readonly functionsAtATime: number;
    /** Requests a second that CloudFront answers, or passes on. */
    readonly viewerRequests: number;
    readonly gigabits: number;
    /** Publications and saves a second. */
    readonly changes: number;
  };
  /** What a setting or a request to AWS raises; the price holds then. */
  readonly raises: readonly string[];
  /** Where the design ends: a site like this cannot run as one stage. */
  readonly ends: readonly string[];
}

/** A busy hour has some four times the requests of an average one, and its busiest second as often again. */
export const busiestTimesAverage = 10;

/** What limits a stage. docs/scale.md says where each is from. */
export const limits = {
  /** The default of `API_REQUESTS_PER_SECOND`; a test compares. */
  stageRequests: 200,
  /** The quota of an account in a region, for all its stages together; AWS raises it. */
  gatewayRequests: 10_000,
  /** The quota of an account in a region; AWS raises it. New accounts have ten. */
  functionsAtATime: 1_000,
  functionsOfNewAccount: 10,
  /** The quotas of a distribution; AWS raises them. */
  viewerRequests: 250_000,
  gigabits: 150,
  /** One partition holds the newest part of the change log, which every uncached read asks. */
  logQueries: 3_000,
  /** Each is written to that partition, and applied by every instance. */
  changes: 300,
  /** A reading function has memory and disk for so many. */
  posts: 200_000,
  /** `count-logs` reads the log lines of so many. */
  countedDownloadsPerDay: 1_000_000,
} as const;

/** CloudFront counts its bytes in powers of two, and its bandwidth in powers of ten. */
const gigabitsPerGb = (8 * 1_024 ** 3) / 1e9;

const number = (value: number): string => Math.ceil(value).toLocaleString("en-US");

export const scaleOf = (site: SiteNumbers): Scale => {
  const perSecond = (ofMonth: number): number =>
    (ofMonth / (assumed.daysOfMonth * 86_400)) * busiestTimesAverage;
  const { calls, seconds } = functionLoad(site);
  const { transfer, viewerRequests } = quantitiesOf(site);
  const busiest = {
    functionRequests: perSecond(calls),
    functionsAtATime: perSecond(seconds),
    viewerRequests: perSecond(viewerRequests),
    gigabits: perSecond(transfer) * gigabitsPerGb,
    changes: perSecond(site.publications * (assumed.savesPerPublication + 2)),
  };
  return { busiest, raises: raisesFor(site, busiest), ends: endsFor(site, busiest) };
};

const raisesFor = ({ downloads }: SiteNumbers, busiest: Scale["busiest"]): string[] => {
  const { functionRequests, functionsAtATime, viewerRequests, gigabits } = busiest;
  const rate = Math.ceil(functionRequests / 100) * 100;
  const found: readonly (readonly [boolean, string])[] = [
    [
      functionRequests > limits.stageRequests && functionRequests <= limits.logQueries,
      `${number(functionRequests)} requests a second reach functions, and a stage lets ${limits.stageRequests} through: others are 429. Set API_REQUESTS_PER_SECOND=${rate}, or let caches keep pages (SITE_SHARED_CACHE_SECONDS).`,
    ],
    [
      functionsAtATime > limits.functionsAtATime,
      `${number(functionsAtATime)} functions run at a time, and an account has ${number(limits.functionsAtATime)}: ask AWS for more.`,
    ],
    [
      viewerRequests > limits.viewerRequests || gigabits > limits.gigabits,
      `CloudFront sends ${number(gigabits)} Gbit and answers ${number(viewerRequests)} requests a second, and a distribution has ${limits.gigabits} and ${number(limits.viewerRequests)}: ask AWS for more.`,
    ],
    [
      downloads / assumed.daysOfMonth > limits.countedDownloadsPerDay,
      `${number(downloads / assumed.daysOfMonth)} downloads a day are more than the job counts (${number(limits.countedDownloadsPerDay)}): count them with Athena.`,
    ],
  ];
  return found.flatMap(([isBeyond, text]) => (isBeyond ? [text] : []));
};

const endsFor = ({ posts }: SiteNumbers, busiest: Scale["busiest"]): string[] => {
  const { functionRequests, changes } = busiest;
  const found: readonly (readonly [boolean, string])[] = [
    [
      posts > limits.posts,
      `${number(posts)} posts: a function that lists them has memory and disk for about ${number(limits.posts)}. Give each blog a stage of its own, which has a catalog of its own.`,
    ],
    [
      functionRequests > limits.logQueries,
      `${number(functionRequests)} reads a second reach functions: each asks the change log, whose partition answers ${number(limits.logQueries)}. Let caches keep pages (SITE_SHARED_CACHE_SECONDS), which this estimate leaves out, or give each blog a stage.`,
    ],
    [
      changes > limits.changes,
      `${number(changes)} saves and publications a second: the change log and those who follow it take about ${limits.changes}. Give each blog a stage of its own.`,
    ],
  ];
  return found.flatMap(([isBeyond, text]) => (isBeyond ? [text] : []));
};
