import { shared } from "#lib/catalog/current/shared.ts";
import { followFrom } from "#lib/catalog/following/follow-from.ts";
import { type Follower, RestoredLog } from "#lib/catalog/following/follower.ts";
import { storedChanges, storedEdits, storedLogTime } from "#lib/catalog/following/stored-changes.ts";
import { clock } from "#lib/clock.ts";
import { log } from "#lib/log.ts";
import { changeRetentionMs } from "#lib/store/changes.ts";
import { earlyRead } from "#lib/store/early-read.ts";
import { allEditions, readEditions } from "#lib/store/editions.ts";
import { Editions } from "./editions.ts";

interface FollowedEditions {
  readonly editions: Editions;
  readonly followers: readonly Follower[];
  readonly checkedAtMs: number;
}

let held: FollowedEditions | undefined;

const bringUpToDate = async (): Promise<Editions> => {
  const checkedAtMs = clock.nowMs();
  // After a long sleep, entries may have expired unseen.
  if (held && checkedAtMs - held.checkedAtMs > changeRetentionMs / 2) held = undefined;
  const followed = (held && (await check(held))) ?? (await rebuild());
  held = { ...followed, checkedAtMs };
  const { editions } = held;
  const { noted } = editions;
  for (const [index, edition] of (await readEditions(noted)).entries()) editions.put(noted[index]!, edition);
  return editions;
};

/** Notes what is new in both logs; undefined if the database was restored to an earlier time. */
const check = async (followed: FollowedEditions): Promise<FollowedEditions | undefined> => {
  const { editions, followers } = followed;
  const checks = await Promise.allSettled(followers.map((follower) => follower.check()));
  for (const result of checks)
    if (result.status === "fulfilled") for (const { change } of result.value) editions.note(change);
  const failed = checks.find(({ status }) => status === "rejected");
  if (!failed) return followed;
  const { reason } = failed as PromiseRejectedResult;
  if (!(reason instanceof RestoredLog)) throw reason;
  log.write("warning", { warning: `The editors' catalog is made anew: ${reason.message}.` });
  return undefined;
};

const rebuild = async (): Promise<Omit<FollowedEditions, "checkedAtMs">> => {
  const editions = new Editions();
  const readAll = async () => {
    for await (const some of allEditions()) for (const edition of some) editions.put(edition.id, edition);
  };
  let edits: Awaited<ReturnType<typeof followFrom>> | undefined;
  const changes = await followFrom(storedChanges, storedLogTime, async () => {
    edits = await followFrom(storedEdits, storedLogTime, readAll);
  });
  for (const change of [...changes.unread, ...edits!.unread]) editions.note(change);
  return { editions, followers: [changes.follower, edits!.follower] };
};

/**
 * The pages with their drafts, with every change that was answered before the call. The first call reads the
 * rows of all pages. Every later one asks both logs at once, in a request each, and reads what has changed,
 * 100 pages per request. Simultaneous calls share these.
 */
export const currentEditions = earlyRead(shared(bringUpToDate));
