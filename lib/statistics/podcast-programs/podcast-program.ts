import list from "./list.json" with { type: "json" };

/** A program by the podcast field's list of them, which services that count downloads share. */
export interface PodcastProgram {
  /** Apps, browsers, and libraries with which apps play, count; bots do not. */
  readonly kind: "app" | "bot" | "browser" | "library";
  /** The list's name of it, such as `Apple Podcasts`. */
  readonly name: string;
}

interface Entry extends PodcastProgram {
  readonly pattern: RegExp;
}

/**
 * Leaves out `.*` at the beginning, which changes nothing about whether a pattern is found, and takes most of
 * the time of all patterns together.
 */
const patternFrom = (text: string): RegExp => new RegExp(text.replace(/^\^?\.\*/, "").replace(/^\.\+/, "."));

const entriesOf = (kind: PodcastProgram["kind"], pairs: readonly (readonly string[])[]): readonly Entry[] =>
  pairs.map(([name = "", pattern = ""]) => ({ kind, name, pattern: patternFrom(pattern) }));

const botLibraries = new Set(list.botLibraries);

/** In the order in which the list has them tried: the first that fits decides. */
const entries: readonly Entry[] = [
  ...entriesOf("bot", list.bots),
  ...entriesOf("app", list.apps),
  ...entriesOf("library", list.libraries).map(
    (entry): Entry => (botLibraries.has(entry.name) ? { ...entry, kind: "bot" } : entry),
  ),
  ...entriesOf("browser", list.browsers),
];

/** The program of a `User-Agent`; undefined if the list has none. Some 30 µs. */
export const podcastProgramOf = (userAgent: string): PodcastProgram | undefined =>
  entries.find(({ pattern }) => pattern.test(userAgent)) ?? appNamedIn(userAgent);

const apps = new Map(entriesOf("app", list.apps).map((entry) => [entry.name, entry]));

/** The app whose name comes first, where no pattern has the rest: `Overcast (Watch) CFNetwork/1498`. */
const appNamedIn = (userAgent: string): PodcastProgram | undefined => {
  // Apple's systems escape blanks in names.
  const [first = ""] = userAgent.replaceAll("%20", " ").split(/[/(,;]/, 1);
  return apps.get(first.trim());
};
