import { clock } from "#lib/clock.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { maxPrivateFeeds, type PrivateFeed } from "#lib/site/private-feed.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readPrivateFeeds } from "#lib/store/listed-credentials.ts";
import { feedId } from "#lib/store/private-feeds.ts";
import { putPrivateFeed, removePrivateFeed } from "#lib/store/write-credentials.ts";

/**
 * Makes a private feed in a free slot: of two at once, one finds its slot taken, and decides again. Refuses
 * `too_many_feeds`. Two requests.
 */
export const makePrivateFeed = (userId: number, podcastId: number, digest: string): Promise<PrivateFeed> =>
  commitDecision(async () => {
    const others = await readPrivateFeeds(userId);
    const taken = new Set(others.flatMap((feed) => (feed.podcastId === podcastId ? [feed.slot] : [])));
    const slot = Array.from({ length: maxPrivateFeeds }, (_, index) => index).find(
      (each) => !taken.has(each),
    );
    if (slot === undefined) throw new Refusal("too_many_feeds");
    const feed = { id: feedId(digest), userId, podcastId, slot, digest, createdAt: clock.now() };
    return { writes: putPrivateFeed(feed), value: feed };
  });

/** Ends a private feed of the user, from the next request on. Refuses `not_found`. Two requests. */
export const revokePrivateFeed = (userId: number, id: number): Promise<void> =>
  commitDecision(async () => {
    const feed = (await readPrivateFeeds(userId)).find((each) => each.id === id);
    if (!feed) throw new Refusal("not_found", { detail: "You have no such feed." });
    return { writes: removePrivateFeed(feed), value: undefined, outcome: { id } };
  });
