import crawlerList from "crawler-user-agents";
import { cached } from "#lib/cached.ts";
import { type PodcastProgram, podcastProgramOf } from "#lib/statistics/podcast-programs/podcast-program.ts";

/** The program that a `User-Agent` names. */
export interface CallingProgram {
  /** The name that the list of podcast programs has for it, such as `Overcast`; `other` for unknown ones. */
  readonly app: string;
  readonly isRobot: boolean;
  readonly readsFeeds: boolean;
  /** The name of a service that reads a feed for many, and how many it reads for; null for others. */
  readonly readsFor: { readonly service: string; readonly subscribers: number } | null;
}

/** The package's types lack the tags, which its data has. */
const crawlers: readonly { readonly pattern: string; readonly tags?: readonly string[] }[] = crawlerList;

const anyOf = (listed: typeof crawlers): RegExp =>
  new RegExp(listed.map(({ pattern }) => `(?:${pattern})`).join("|"));

const isTagged = ({ tags = [] }: (typeof crawlers)[number]) => tags.includes("feed-reader");
const feedReaders = anyOf(crawlers.filter(isTagged));
const robots = anyOf(crawlers.filter((crawler) => !isTagged(crawler)));

/** Matches `462 subscribers`, `2 readers` or `Subscriber Count: 12`. */
const named = /\b(\d{1,9}) (?:subscriber|reader)s?\b|\bsubscribers?(?: count)?[:=_ ]+(\d{1,9})\b/i;

/** Trying all patterns takes 25 to 100 µs, so the answers of the programs that ask most are kept. */
const known = new Map<string, CallingProgram>();

export const programOf = (userAgent: string): CallingProgram => {
  const read = userAgent.replaceAll(/[\r\n]+/g, "").slice(0, maxReadLength);
  return cached(known, maxKnown, read, () => judge(read));
};

/** The longest examples of the lists are shorter. It bounds the time that a hostile one takes. */
const maxReadLength = 300;

/** Of the 50,000 programs that a log of a million lines may name, those that ask most; 6 MB at most. */
const maxKnown = 20_000;

const judge = (userAgent: string): CallingProgram => {
  const [, before, after] = named.exec(userAgent) ?? [];
  const subscribers = Number(before ?? after ?? 0);
  const readsFor = subscribers > 0 ? { service: serviceIn(userAgent), subscribers } : null;
  const readsFeeds = readsFor !== null || feedReaders.test(userAgent);
  const podcastProgram = podcastProgramOf(userAgent);
  return {
    app: podcastProgram?.name ?? otherApp,
    isRobot: isRobot(userAgent, podcastProgram, readsFeeds),
    readsFeeds,
    readsFor,
  };
};

const otherApp = "other";

/**
 * The list of podcast programs comes first, because the list of robots has apps, too, for the robots that
 * bear their names. It says nothing of a robot that calls itself a browser, or is nothing of this field.
 */
const isRobot = (userAgent: string, program: PodcastProgram | undefined, readsFeeds: boolean): boolean => {
  if (program?.kind === "bot") return true;
  if (program?.kind === "app" || program?.kind === "library") return fetchesForAll.test(userAgent);
  return userAgent === "" || readsFeeds || robots.test(userAgent);
};

/** Programs that the makers of apps name like these, and that fetch for all instead of for a listener. */
const fetchesForAll =
  /\b(?:sync|bot|crawler|fetcher|feed parser|consumer|importer|scanner|transcriber|lookup|\d+ subscribers?)\b/i;

/** The service's name, which stays the same when its version or the number of its readers changes. */
const serviceIn = (userAgent: string): string => {
  const [first = "other"] = /^[\w.-]+/.exec(userAgent) ?? [];
  if (first !== "Mozilla") return first.slice(0, maxNameLength);
  return feedReaders.exec(userAgent)?.[0] ?? "other";
};

const maxNameLength = 60;
