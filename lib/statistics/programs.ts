import crawlerList from "crawler-user-agents";
import { cached } from "#lib/cached.ts";

/** The program that a `User-Agent` names. */
export interface CallingProgram {
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

/** Trying all patterns takes some 50 µs, so the answers of the programs that ask most are kept. */
const known = new Map<string, CallingProgram>();

export const programOf = (userAgent: string): CallingProgram => {
  const read = userAgent.slice(0, maxReadLength);
  return cached(known, 2_000, read, () => judge(read));
};

const maxReadLength = 300;

const judge = (userAgent: string): CallingProgram => {
  const [, before, after] = named.exec(userAgent) ?? [];
  const subscribers = Number(before ?? after ?? 0);
  const readsFor = subscribers > 0 ? { service: serviceIn(userAgent), subscribers } : null;
  const readsFeeds = readsFor !== null || feedReaders.test(userAgent);
  // Asked first: the list of robots has apps, too, for the robots that bear their names.
  const app = podcastAppOf(userAgent);
  const isOther = app === undefined && (userAgent === "" || readsFeeds || robots.test(userAgent));
  return {
    isRobot: app === "robot" || isOther,
    readsFeeds,
    readsFor,
  };
};

/** The service's name, which stays the same when its version or the number of its readers changes. */
const serviceIn = (userAgent: string): string => {
  const [first = "other"] = /^[\w.-]+/.exec(userAgent) ?? [];
  if (first !== "Mozilla") return first.slice(0, maxNameLength);
  return feedReaders.exec(userAgent)?.[0] ?? "other";
};

const maxNameLength = 60;

/** Podcast apps and players, by what their user agents call them. */
const names = [
  "Amazon Music, AmazonMusic, AntennaPod, AppleCoreMedia, Audible, Balados, Breaker, Bullhorn, Castamatic",
  "CastBox, Castro, Deezer, Downcast, EpisodeFever, FeedFlow, Fountain, gPodder, Guacamole Podcasts, iCatcher!",
  "iHeartRadio, iTunes, Kasts, Luminary, Metacast, Moon FM, Overcast, Overcast Player, Pandora, Player FM",
  "PlayerFM, PocketCasts, Pocket Casts, Podbean, PodCruncher, Podcast Addict, PodcastAddict, Podcast Guru",
  "PodcastGuru, Podcast Republic, PodcastRepublic, Podcasts, Podcatcher Deluxe, Podfriend, Podimo, Podkicker",
  "Podverse, RadioPublic, RSSRadio, Shifty Jelly Pocket Casts, Snipd, Sonos, Spotify, Stitcher, TuneIn, VLC",
].flatMap((line) => line.split(", "));

/** The first words, or a product among those of the browser that an app is made of. */
const anyName = names.join("|");
const app = new RegExp(`^(?:${anyName})(?=[/ (,;]|$)|\\s(?:${anyName})/\\d`, "i");

/** The names that some apps use in the brackets in which robots name a page about them. */
const calledApp = /\b(?:iOS|Android|watchOS|macOS|Apple Watch) podcast app\b/;

/** Programs of the same makers that fetch for all, and not for a listener. */
const fetching =
  /\b(?:sync|bot|crawler|fetcher|parser|consumer|importer|scanner|transcriber|lookup|subscribers?|readers?)\b|^Spotify\/1\.0$/i;

/**
 * The kind of program that has the name of a podcast app: the app itself or its maker's robot; undefined for
 * other names.
 */
const podcastAppOf = (userAgent: string): "listener" | "robot" | undefined => {
  if (calledApp.test(userAgent)) return "listener";
  // Apple's systems escape blanks in names.
  const words = userAgent.replaceAll("%20", " ");
  if (!app.test(words)) return undefined;
  return fetching.test(words) ? "robot" : "listener";
};
