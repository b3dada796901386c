import { setTimeout as pause } from "node:timers/promises";
import { catalogNow } from "#lib/catalog/current/current-catalog.ts";
import { changesAbove, RestoredLog } from "#lib/catalog/following/follower.ts";
import { storedChanges, storedLogTime } from "#lib/catalog/following/stored-changes.ts";
import type { Anchor } from "#lib/catalog/log-position.ts";
import { feedsFolder } from "#lib/feeds/feed-names.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { publicOrigin } from "#lib/settings/site.ts";
import { siteAt } from "#lib/store/site.ts";
import { feedStateFolder, knownBlogs, readLogAnchor, writeLogAnchor } from "./feed-state.ts";
import { type Moment, type Renewed, renewBlogFeed } from "./renew-blog-feed.ts";

const nothing: Renewed = { stored: 0, removed: 0 };

/** How often a feed is begun again because the site moves on. */
const maxAttempts = 40;

/**
 * Brings the feeds of all blogs to what the site says now: those of public blogs are made where anything has
 * changed that they show, those of others are removed. Correct whatever was cut off before, and beside other
 * runs: the one that has read the change log furthest wins. Does nothing while nobody has said at which
 * address the site is. Refused as `busy`: a site that changes faster than a feed is made.
 *
 * Cost where nothing has changed: the one read that every follower of the change log makes. After a
 * publication three requests to the table (the log, whether it is still the same one, and the posts of the
 * feed that no run has read yet), and for each blog one read of its state in the file store.
 */
export const feedRenewal = (): (() => Promise<Renewed>) => {
  // What was brought up to date last: while neither changes, there is nothing to do.
  let done: { readonly state: object; readonly base: string } | undefined;
  return async () => {
    const moment = await momentNow();
    if (!moment) return nothing;
    const { catalog, base } = moment.scene;
    const { state } = catalog;
    if (done?.state === state && done.base === base) return nothing;
    const files = await openFiles();
    await forgetOtherLog(files);
    const isPublic = (id: number) => catalog.page(id, anonymousViewer) !== undefined;
    const containers = catalog.containers().map(({ id }) => id);
    const blogIds = new Set([...containers.filter(isPublic), ...(await knownBlogs(files))]);
    let renewed = nothing;
    for (const id of blogIds) {
      const { stored, removed } = await renewSettled(files, id, moment);
      renewed = { stored: renewed.stored + stored, removed: renewed.removed + removed };
    }
    if (moment.anchor) await writeLogAnchor(files, moment.anchor);
    if (!moment.hasPassed()) done = { state, base };
    return renewed;
  };
};

/** The renewal of this process. */
export const renewFeeds = feedRenewal();

/** The site as it is now; undefined while nobody has said at which address it is. */
const momentNow = async (): Promise<(Moment & { readonly anchor: Anchor | undefined }) | undefined> => {
  for (;;) {
    const { catalog, position, anchor } = await catalogNow();
    const { state } = catalog;
    const site = await siteAt(catalog.siteVersion);
    const base = site.settings.baseUrl ?? publicOrigin();
    if (base === undefined) return undefined;
    const hasPassed = () => catalog.state !== state;
    if (!hasPassed()) return { scene: { catalog, site, base }, position, anchor, hasPassed };
  }
};

const renewSettled = async (files: Files, blogId: number, first: Moment): Promise<Renewed> => {
  let moment: Moment | undefined = first;
  for (let attempt = 0; moment && attempt < maxAttempts; attempt++) {
    const renewed = moment.hasPassed() ? undefined : await renewBlogFeed(files, blogId, moment);
    if (renewed) return renewed;
    await pause(Math.min(2 ** attempt, 100));
    moment = await momentNow();
  }
  throw new Refusal("busy");
};

/** After the database was restored to an earlier time, nothing that was made before is of use. */
const forgetOtherLog = async (files: Files): Promise<void> => {
  const anchor = await readLogAnchor(files);
  if (!anchor) return;
  try {
    await changesAbove(storedChanges, anchor, storedLogTime);
  } catch (error) {
    if (!(error instanceof RestoredLog)) throw error;
    for (const folder of [feedsFolder, feedStateFolder])
      for await (const { key } of files.list(fileKey(folder))) await files.delete(key);
  }
};
