import { randomUUID } from "node:crypto";
import { changesAbove, RestoredLog } from "#lib/catalog/following/follower.ts";
import { storedChanges, storedLogTime } from "#lib/catalog/following/stored-changes.ts";
import type { Anchor, LogPosition } from "#lib/catalog/saved-state.ts";
import { certain } from "#lib/certain.ts";
import { clock, isStillAhead } from "#lib/clock.ts";
import { feedsFolder } from "#lib/feeds/feed-names.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { retryUntilWhole } from "#lib/store/retry-until-whole.ts";
import { feedDocuments, type Renewed, type StoredFeeds, type StoredNames } from "./feed-documents.ts";
import {
  type FeedState,
  type FollowedLog,
  feedStateFolder,
  forgetFailing,
  knownBlogs,
  noteFailing,
  readFollowedLog,
  writeFollowedLog,
} from "./feed-state.ts";
import {
  type FrozenSite,
  freezeSite,
  frozenSitesFrom,
  isStillTrue,
  type LastLook,
  siteNow,
} from "./frozen-site.ts";
import { rememberedDigests } from "./remembered-digests.ts";
import { type FeedPass, renewBlogFeed } from "./renew-blog-feed.ts";
import { type HubReport, tellHub } from "./tell-hub.ts";

/** The result of a run; with `hub` if the hub had to be told of something. */
interface RenewedFeeds extends Renewed {
  readonly hub: HubReport | undefined;
  /** Up to where in the log all of it is in feeds; undefined while nobody knows the site's address. */
  readonly seen: LogPosition | undefined;
}

/** Thrown at the end of a run that could not make some feeds. */
export class FeedsNotRenewed extends AggregateError {
  /** Up to where in the log all that is to be waited for is in feeds; undefined if these feeds are, too. */
  readonly seen: LogPosition | undefined;

  constructor(errors: Iterable<unknown>, count: number, seen: LogPosition | undefined) {
    super(errors, `${count} feeds could not be renewed`);
    this.seen = seen;
  }
}

/** The time that other feeds wait for one that cannot be made: longer than a passing fault takes. */
const waitedForMs = 10 * 60_000;

const nothing: Renewed = { stored: 0, removed: 0 };

/** The number of passes of a run, the first included. */
const maxPasses = 10;

/** The number of passes over a site that changes meanwhile: another run follows each change. */
const busyPasses = 2;

/**
 * The time without changes after which a process stops looking. It is longer than any other run may take,
 * which may have read the site before the last change and may store its documents late.
 */
const settleMs = 6 * 60_000;

/**
 * Brings the feeds of all blogs up to date: makes those of public blogs if anything that they show has
 * changed, and removes files that belong to no feed. Each pass compares the wanted files with a list of the
 * stored ones. A run that has changed something looks again, so that it repairs what was interrupted, lost,
 * or stored late by an older run; only once if the site changes meanwhile. Of simultaneous runs, the one that
 * has read the change log furthest wins. Does nothing while the address of the site is unknown. A blog whose
 * feed cannot be made keeps no other waiting: its error is in the {@link FeedsNotRenewed} that is thrown at
 * the end. At last it tells the hub of what is stored.
 *
 * Cost if nothing has changed for some minutes, or nothing that feeds show since a look half a minute ago:
 * the one read that every follower of the change log makes. After a publication at most five requests to the
 * table: two passes read the log, one request asks whether it is still the same, and the posts that no run
 * has read yet are read. Each pass lists the stored files, and reads the state of each blog once.
 */
export const feedRenewal = (): (() => Promise<RenewedFeeds>) => {
  let settled: { readonly state: object; readonly base: string; readonly sinceMs: number } | undefined;
  let look: LastLook | undefined;
  const digestOf = rememberedDigests();
  return async () => {
    let renewed = nothing;
    let log: FollowedLog | undefined;
    for (let pass = 1; ; pass++) {
      const files = await openFiles();
      const site = await siteNow();
      if (!site) return { ...renewed, hub: undefined, seen: undefined };
      const { catalog, base, anchor, position: seen } = site;
      const { state } = catalog;
      const isSame = settled?.state === state && settled.base === base;
      if (isSame && clock.monotonicMs() - certain(settled).sinceMs > settleMs)
        return { ...renewed, hub: undefined, seen };
      using frozen = freezeSite(site);
      if (pass === 1 && look && isStillTrue(look, files, frozen, digestOf))
        return { ...renewed, hub: undefined, seen };
      look = undefined;
      log ??= await followedLog(files, anchor);
      using sites = frozenSitesFrom(frozen);
      const each = { files, sites, epoch: log?.epoch ?? "", digestOf };
      const { stored, removed, names, made, errors, hasFailed } = await renewOnce(each, frozen);
      renewed = { stored: renewed.stored + stored, removed: renewed.removed + removed };
      const isQuiet = stored + removed === 0 && errors.size === 0;
      if (!isQuiet && errors.size === 0 && pass < (frozen.hasPassed() ? busyPasses : maxPasses)) continue;
      const hub = await tellHub(files, frozen.source, isQuiet ? names : await storedNames(files));
      if (errors.size > 0) {
        const sinceMs = Math.max(...Object.values(await noteFailing(files, [...errors.keys()])));
        const isWaitedFor = isStillAhead(sinceMs + waitedForMs, waitedForMs);
        throw new FeedsNotRenewed(errors.values(), errors.size, isWaitedFor ? undefined : seen);
      }
      if (hasFailed) await forgetFailing(files);
      const isSettled = isQuiet && !hub?.waiting && !frozen.hasPassed();
      if (isSettled) look = { files, catalog, base, made, atMs: clock.nowMs() };
      if (!isSame && isSettled) settled = { state, base, sinceMs: clock.monotonicMs() };
      return { ...renewed, hub, seen };
    }
  };
};

/** The renewal of this process. */
export const renewFeeds = feedRenewal();

interface RenewedOnce extends Renewed {
  /** The documents that were stored before. */
  readonly names: StoredFeeds;
  /** The chunks of the feeds now, by blog. */
  readonly made: LastLook["made"];
  /** The errors by blog. */
  readonly errors: ReadonlyMap<number, unknown>;
  /** True if failures of earlier runs are noted. */
  readonly hasFailed: boolean;
}

/** The changes of a pass in one feed, and what it consists of now. */
interface RenewedFeed extends Renewed {
  readonly chunks: FeedState["chunks"];
}

/** Renews each feed once. */
const renewOnce = async (pass: FeedPass, { feeds }: FrozenSite): Promise<RenewedOnce> => {
  const { files } = pass;
  const stored = await storedNames(files);
  const { ids: known, hasFailing: hasFailed } = await knownBlogs(files);
  const blogIds = new Set([...feeds.keys(), ...stored.keys(), ...known]);
  const errors = new Map<number, unknown>();
  const made = new Map<number, FeedState["chunks"]>();
  let renewed = nothing;
  for (const id of blogIds)
    try {
      const feed = await renewSettled(pass, id, stored.get(id) ?? new Map());
      renewed = { stored: renewed.stored + feed.stored, removed: renewed.removed + feed.removed };
      made.set(id, feed.chunks);
    } catch (error) {
      errors.set(id, error);
    }
  return { ...renewed, names: stored, made, errors, hasFailed };
};

/** The ETags of all stored documents by name, by the blog that they belong to. */
const storedNames = async (files: Files): Promise<StoredFeeds> => {
  const byBlog = new Map<number, Map<string, string>>();
  for await (const { key, etag } of files.list(fileKey(feedsFolder))) {
    const [, blogId, ...name] = key.split("/");
    const names = byBlog.get(Number(blogId)) ?? new Map<string, string>();
    byBlog.set(Number(blogId), names.set(name.join("/"), etag));
  }
  return byBlog;
};

/**
 * Renews a feed, and looks again if another run works on the same feed, or if a post is withdrawn before it
 * is read. Counts what all attempts have stored.
 */
const renewSettled = (pass: FeedPass, blogId: number, stored: StoredNames): Promise<RenewedFeed> => {
  const documents = feedDocuments(pass.files, blogId, stored);
  return retryUntilWhole(async () => {
    const chunks = await renewBlogFeed(pass, blogId, documents);
    if (!chunks) await pass.sites.newer();
    return chunks && { ...documents.changed(), chunks };
  });
};

/**
 * The log that feeds are made from. After the database was restored to an earlier time it is another one:
 * earlier notes are of no use then, and documents are replaced whatever position they were made at.
 */
const followedLog = async (files: Files, anchor: Anchor | undefined): Promise<FollowedLog | undefined> => {
  const last = await readFollowedLog(files);
  const isSame = last !== undefined && (await isSameLog(last.anchor));
  if (last && !isSame) for await (const { key } of files.list(feedStateFolder)) await files.delete(key);
  if (!anchor) return isSame ? last : undefined;
  if (isSame && last.anchor.number === anchor.number) return last;
  const log = { epoch: isSame ? last.epoch : randomUUID(), anchor };
  await writeFollowedLog(files, log);
  return log;
};

const isSameLog = async (anchor: Anchor): Promise<boolean> => {
  try {
    await changesAbove(storedChanges, anchor, storedLogTime);
    return true;
  } catch (error) {
    if (error instanceof RestoredLog) return false;
    throw error;
  }
};
