import { hash, randomBytes } from "node:crypto";
import { programOf } from "./programs.ts";
import { type CountedSubject, type SentAnswer, subjectOf } from "./subject.ts";
import type { Total } from "./totals.ts";

/** The bytes of a recording that make a download; undefined for files that are no recordings. */
export type LeastBytes = (audioId: number, key: string) => number | undefined;

/** What a listener was sent of a file, with which app. */
interface Listener {
  readonly app: string;
  readonly sent: ByteRanges;
}

/** Some 200 bytes of memory each: a day's count takes 20 MB at most. */
const maxRemembered = 100_000;

/**
 * Counts a day's requests, in any order: repeated requests of one visitor that day count once (decision 083).
 *
 * A visitor is an address and a user agent, of which only a hash with a random salt is kept, and of listeners
 * the name of the app. The salt is in this object alone, so nobody can tell later whose hash it was.
 */
export class DayCount {
  readonly #salt = randomBytes(16).toString("hex");
  readonly #maxRemembered: number;
  readonly #downloads = new Map<
    string,
    { readonly audioId: number; readonly listeners: Map<string, Listener> }
  >();
  readonly #views = new Map<string, Set<string>>();
  readonly #feeds = new Map<string, Set<string>>();
  readonly #subscribers = new Map<string, Map<string, number>>();
  #remembered = 0;
  #changes = 0;

  constructor(limit = maxRemembered) {
    this.#maxRemembered = limit;
  }

  /** Grows whenever totals may have changed. */
  get changes(): number {
    return this.#changes;
  }

  /** True if newcomers are no longer counted that day. */
  get isFull(): boolean {
    return this.#remembered >= this.#maxRemembered;
  }

  add(record: SentAnswer): void {
    const subject = subjectOf(record);
    if (!subject) return;
    const { app, isRobot, readsFeeds, readsFor } = programOf(record.userAgent);
    if (subject.kind === "feed") {
      if (readsFor) this.#addSubscribers(subject.name, readsFor);
      else if (readsFeeds || !isRobot) this.#note(this.#feeds, subject.name, this.#visitor(record));
    } else if (isRobot) return;
    else if (subject.kind === "view") this.#note(this.#views, subject.name, this.#visitor(record));
    else this.#addSent(subject, app, record);
  }

  /** One total for each thing that has any, in the order in which they came up. */
  totals(minBytes: LeastBytes): readonly Total[] {
    const ofSets = (kind: "view" | "feed", sets: ReadonlyMap<string, ReadonlySet<string>>) =>
      [...sets].map(([of, visitors]) => ({ kind, of, by: "", count: visitors.size }));
    const subscribers = [...this.#subscribers].flatMap(([of, services]) =>
      [...services].map(([by, count]) => ({ kind: "subscribers" as const, of, by, count })),
    );
    return [
      ...this.#downloadTotals(minBytes),
      ...ofSets("view", this.#views),
      ...ofSets("feed", this.#feeds),
      ...subscribers,
    ];
  }

  /** The downloads of an audio, and the same by app: a listener has one. */
  #downloadTotals(minBytes: LeastBytes): readonly Total[] {
    const downloads = new Map<number, Map<string, string>>();
    for (const [key, { audioId, listeners }] of this.#downloads) {
      const least = minBytes(audioId, key);
      if (least === undefined) continue;
      for (const [visitor, { app, sent }] of listeners)
        if (sizeOf(sent) >= least)
          entryOf(downloads, audioId, () => new Map<string, string>()).set(visitor, app);
    }
    return [...downloads].flatMap(([id, appsOfVisitors]): readonly Total[] => {
      const of = String(id);
      const byApp = Map.groupBy(appsOfVisitors.values(), (app) => app);
      return [
        { kind: "download", of, by: "", count: appsOfVisitors.size },
        ...[...byApp].map(([by, { length }]) => ({ kind: "app" as const, of, by, count: length })),
      ];
    });
  }

  #addSent({ name, audioId }: CountedSubject, app: string, record: SentAnswer): void {
    if (record.bytes <= maxProbedBytes) return;
    const visitor = this.#visitor(record);
    const file = this.#downloads.get(name);
    const ranges = file?.listeners.get(visitor)?.sent ?? [];
    const sent = withRange(ranges, record.start, record.start + record.bytes);
    if (sent.length > ranges.length && this.isFull) return;
    this.#remembered += sent.length - ranges.length;
    entryOf(this.#downloads, name, () => ({ audioId, listeners: new Map() })).listeners.set(visitor, {
      app,
      sent,
    });
    this.#changes++;
  }

  #addSubscribers(feed: string, { service, subscribers }: { service: string; subscribers: number }): void {
    const count = this.#subscribers.get(feed)?.get(service);
    if (count === undefined && this.isFull) return;
    if (count === undefined) this.#remembered++;
    if (count !== undefined && count >= subscribers) return;
    entryOf(this.#subscribers, feed, () => new Map<string, number>()).set(service, subscribers);
    this.#changes++;
  }

  #note(sets: Map<string, Set<string>>, name: string, visitor: string): void {
    if (sets.get(name)?.has(visitor) || this.isFull) return;
    entryOf(sets, name, () => new Set<string>()).add(visitor);
    this.#remembered++;
    this.#changes++;
  }

  #visitor({ address, userAgent }: SentAnswer): string {
    return hash("sha256", `${this.#salt}\n${address}\n${userAgent}`, "base64url").slice(0, 16);
  }
}

/** Players ask for so little to learn whether a server sends ranges. */
const maxProbedBytes = 2;

const entryOf = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
};

/** Sent parts of a file: `[start, end)`, in order, apart from one another. */
export type ByteRanges = readonly (readonly [start: number, end: number])[];

/** Joins a part with those that it overlaps or touches, so that what is sent twice counts once. */
export const withRange = (ranges: ByteRanges, start: number, end: number): ByteRanges => {
  if (end <= start) return ranges;
  const touching = ranges.filter(([from, to]) => from <= end && to >= start);
  const joined = [
    Math.min(start, ...touching.map(([from]) => from)),
    Math.max(end, ...touching.map(([, to]) => to)),
  ] as const;
  return [...ranges.filter(([, to]) => to < start), joined, ...ranges.filter(([from]) => from > end)];
};

export const sizeOf = (ranges: ByteRanges): number =>
  ranges.reduce((size, [start, end]) => size + end - start, 0);
