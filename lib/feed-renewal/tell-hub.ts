import pLimit from "p-limit";
import { isStillAhead } from "#lib/clock.ts";
import { feedPath, isSubscribed } from "#lib/feeds/feed-names.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { postForm } from "#lib/outbound/guarded-calls.ts";
import { isLoopback } from "#lib/outbound/loopback.ts";
import { allowsPrivateAddresses } from "#lib/settings/requests.ts";
import { feedCacheSeconds, publicOrigin } from "#lib/settings/site.ts";
import type { StoredFeeds } from "./feed-documents.ts";
import type { FeedSource } from "./feed-source.ts";
import { readAcknowledgedFeeds, writeAcknowledgedFeeds } from "./feed-state.ts";

/** The result of telling the hub. */
export interface HubReport {
  /** The number of feeds that the hub has acknowledged. */
  readonly told: number;
  /** The number of feeds that a later run has to tell it of. */
  readonly waiting: number;
  /** Why the hub has not acknowledged one of them. */
  readonly problem: string | null;
}

/** The time that a run waits for one answer, and for all of them: meanwhile feeds are not renewed. */
const hubTimeouts = { answerMs: 5_000, allMs: 10_000 } as const;

const requestsAtOnce = 4;

/**
 * Tells the site's hub of each stored feed whose present version it does not know. What it acknowledges is
 * noted afterwards: an interrupted run is repeated, and nothing else is told twice. A hub that does not
 * answer is left alone until the next run. Undefined without a hub, or without news. Cost without news: one
 * read of the notes.
 */
export const tellHub = async (
  files: Files,
  { site, base }: Pick<FeedSource, "site" | "base">,
  stored: StoredFeeds,
  { answerMs, allMs }: { readonly answerMs: number; readonly allMs: number } = hubTimeouts,
): Promise<HubReport | undefined> => {
  const hub = site.settings.websubHub;
  if (hub === null) return undefined;
  const { value: known } = await readAcknowledgedFeeds(files);
  const before = known.hub === hub ? known.etags : {};
  const etags = subscribedEtags(stored);
  const untold = [...etags].filter(([path, etag]) => before[path] !== etag).map(([path]) => path);
  if (untold.length === 0) return undefined;

  const told: Record<string, string> = {};
  let problem: string | null = null;
  let isSilent = false;
  const allSignal = AbortSignal.timeout(allMs);
  await pLimit(requestsAtOnce).map(untold, async (path) => {
    if (isSilent || allSignal.aborted) return;
    const feed = await files.head(fileKey(path));
    if (!feed || mayBeCached(feed.lastModified)) return;
    const signal = AbortSignal.any([allSignal, AbortSignal.timeout(answerMs)]);
    const form = { "hub.mode": "publish", "hub.url": `${base}/${path}` };
    try {
      const status = await postForm(hub, form, { signal, mayBeInternal: mayCallInternal() });
      if (status >= 200 && status < 300) told[path] = feed.etag;
      else problem = `the hub answered ${status}`;
    } catch (error) {
      isSilent = true;
      problem = (error as Error).message;
    }
  });
  await note(files, hub, told, etags);
  const count = Object.keys(told).length;
  return { told: count, waiting: untold.length - count, problem };
};

/** The ETags of the documents that programs subscribe to, by path. */
const subscribedEtags = (stored: StoredFeeds): ReadonlyMap<string, string> =>
  new Map(
    [...stored].flatMap(([blogId, names]) =>
      [...names].flatMap(([name, etag]) =>
        isSubscribed(name) ? [[feedPath(blogId, name), etag] as const] : [],
      ),
    ),
  );

/** A hub asks for the feed at once, and must not get the version of before from a cache. */
const mayBeCached = (storedAt: Date): boolean => {
  const keptMs = feedCacheSeconds() * 1_000;
  return isStillAhead(storedAt.getTime() + keptMs, keptMs);
};

/**
 * True if hubs in the service's own network may be called: only if nobody else can reach the service, or by a
 * setting.
 */
const mayCallInternal = (): boolean => {
  if (allowsPrivateAddresses()) return true;
  const origin = publicOrigin();
  return origin !== undefined && isLoopback(new URL(origin).hostname);
};

/** Adds what the hub has acknowledged to what other runs have noted, and forgets removed feeds. */
const note = async (
  files: Files,
  hub: string,
  told: Readonly<Record<string, string>>,
  etags: ReadonlyMap<string, string>,
): Promise<void> => {
  if (Object.keys(told).length === 0) return;
  for (;;) {
    const { value, etag } = await readAcknowledgedFeeds(files);
    const all = { ...(value.hub === hub && value.etags), ...told };
    const kept = Object.entries(all).filter(([path]) => etags.has(path));
    if (await writeAcknowledgedFeeds(files, { hub, etags: Object.fromEntries(kept) }, etag)) return;
  }
};
