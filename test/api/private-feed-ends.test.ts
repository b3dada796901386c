// Proves contract rules: private-feed-creation, private-feed-ends.

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createUser, deleteUser } from "#lib/actions/people/users.ts";
import { erasePerson } from "#lib/actions/person/erase-person.ts";
import { createPrivateFeed, deletePrivateFeed, readPrivateFeed } from "#lib/routes/private-feeds.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { failingAt } from "#test/support/faults.ts";
import { overtaken } from "#test/support/interleaving.ts";
import { makeAudio } from "#test/support/media.ts";
import {
  alterAccount,
  groupId,
  listFeeds,
  makeFeed,
  makeLiveEpisode,
  restrictTo,
  revokeFeed,
} from "#test/support/private-feeds.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { sessionHeadersOf } from "#test/support/session.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();
useServedFiles();

let episode: number;

beforeAll(async () => {
  ({ id: episode } = await makeLiveEpisode(world.calls, (await makeAudio()).id));
});

beforeEach(async () => {
  await restrictTo(world.calls, "Readers");
  for (const { id } of await listFeeds("ed")) await revokeFeed("ed", id);
});

/** The addresses of the feed and of the audio in it, below `/_feeds/private/`. */
const addressesOf = ({ body }: Pick<RouteAnswer, "body">): readonly string[] => {
  const feed = new URL(body.urls.mp3).pathname.replace("/_feeds/private/", "");
  return [feed, feed.replace("mp3.rss", `${episode}.mp3`)];
};

const statusesOf = async (addresses: readonly string[]): Promise<number[]> =>
  Promise.all(
    addresses.map(async (address) => (await call(readPrivateFeed, { params: { address } as never })).status),
  );

const works = [200, 302];
const ended = [404, 404];

/** What the table has of feeds: who made them, in the list and by their secrets. */
const feedItems = async () => {
  const items = await wholeTable();
  const listed = items.filter(({ pk }) => pk === "CREDENTIAL#feeds");
  const secrets = items.filter(({ sk }) => sk === "FEED");
  return {
    listed: listed.map(({ digest }) => `CREDENTIAL#${digest}`).sort(),
    secrets: secrets.map(({ pk }) => pk).sort(),
  };
};

describe("a feed and its audio end at the next request", () => {
  const makeAccount = async (username: string) => {
    const groups = [await groupId("Readers")];
    const properties = { email: `${username}@example.org`, staff: false, superuser: false, active: true };
    return createUser(username, { ...properties, groups, passwordHash: null });
  };

  test("after the account is deleted, also for one of the same name that comes later", async () => {
    await makeAccount("finn");
    const addresses = addressesOf(await makeFeed("finn", world.calls));
    expect(await statusesOf(addresses)).toEqual(works);
    expect(await deleteUser("finn", () => true)).toBe(true);
    expect(await statusesOf(addresses)).toEqual(ended);
    await makeAccount("finn");
    expect(await statusesOf(addresses)).toEqual(ended);
    expect(await listFeeds("finn")).toEqual([]);
  });

  test("when the person is erased, of whose feeds nothing is left", async () => {
    const user = await makeAccount("gerd");
    const addresses = addressesOf(await makeFeed("gerd", world.calls));
    const before = await feedItems();
    await erasePerson({ userId: user.id, email: user.email, name: undefined }, user);
    expect(await statusesOf(addresses)).toEqual(ended);
    const after = await feedItems();
    expect([
      before.listed.length - after.listed.length,
      before.secrets.length - after.secrets.length,
    ]).toEqual([1, 1]);
  });

  test("after groups change, of the account or of the podcast, and work again with the right", async () => {
    const addresses = addressesOf(await makeFeed("ed", world.calls));
    for (let round = 0; round < 2; round++) {
      await alterAccount("ed", { groups: [] });
      expect(await statusesOf(addresses)).toEqual(ended);
      await alterAccount("ed", { groups: ["Readers"] });
      expect(await statusesOf(addresses)).toEqual(works);
      await restrictTo(world.calls, "Writers");
      expect(await statusesOf(addresses)).toEqual(ended);
      await restrictTo(world.calls, "Readers");
      expect(await statusesOf(addresses)).toEqual(works);
    }
  });
});

describe.each(["before", "after", "for good"] as const)("wherever the process is killed (%s)", (how) => {
  test("a feed is made or not: what is listed has a secret, and what has a secret is listed", async () => {
    using _ = captureLog();
    const request = { headers: await sessionHeadersOf("ed"), body: { podcast: world.calls } };
    const { length: others } = (await feedItems()).listed;
    for (let index = 0, isReached = true; isReached; index++) {
      let made: RouteAnswer | undefined;
      isReached = await failingAt(index, how, async () => {
        made = await call(createPrivateFeed, request);
      });
      const { listed, secrets } = await feedItems();
      expect(listed, `step ${index}`).toEqual(secrets);
      const feeds = await listFeeds("ed");
      expect(feeds.length).toBe(made!.status === 201 ? 1 : listed.length - others);
      if (made!.status === 201) expect(await statusesOf(addressesOf(made!))).toEqual(works);
      for (const { id } of feeds) expect((await revokeFeed("ed", id)).status).toBe(204);
    }
  });

  test("a feed is revoked or not, and the list says so", async () => {
    using _ = captureLog();
    const headers = await sessionHeadersOf("ed");
    let made = await makeFeed("ed", world.calls);
    let revoked = 0;
    for (let index = 0, isReached = true; isReached; index++) {
      const params = { id: made.body.id };
      isReached = await failingAt(index, how, () => call(deletePrivateFeed, { headers, params }));
      const feeds = await listFeeds("ed");
      expect(await statusesOf(addressesOf(made)), `step ${index}`).toEqual(feeds.length > 0 ? works : ended);
      const { listed, secrets } = await feedItems();
      expect(listed).toEqual(secrets);
      if (feeds.length > 0) continue;
      revoked++;
      made = await makeFeed("ed", world.calls);
    }
    expect(revoked).toBeGreaterThan(0);
  });
});

describe("of two requests at once", () => {
  const make = () => makeFeed("ed", world.calls);
  const makeFeeds = async (count: number) => {
    const made = [];
    for (let index = 0; index < count; index++) made.push(await make());
    return made.map(({ body }) => body.id as number);
  };

  test("which make the fifth feed, one does, and the other is told that there are five", async () => {
    await makeFeeds(4);
    const { slow, fast } = await overtaken(make, make, { nth: 2 });
    expect([fast.status, slow.status, slow.body.code]).toEqual([201, 409, "too_many_feeds"]);
    expect(await listFeeds("ed")).toHaveLength(5);
    expect(await statusesOf(addressesOf(fast))).toEqual(works);
  });

  test("which make the fourth and the fifth, both do", async () => {
    await makeFeeds(3);
    const { slow, fast } = await overtaken(make, make, { nth: 2 });
    expect([fast.status, slow.status]).toEqual([201, 201]);
    for (const made of [slow, fast]) expect(await statusesOf(addressesOf(made))).toEqual(works);
    expect(await listFeeds("ed")).toHaveLength(5);
  });

  test("which revoke one feed, one does; a new feed in its place stays", async () => {
    const [id] = await makeFeeds(1);
    const { slow, fast } = await overtaken(
      () => revokeFeed("ed", id!),
      async () => {
        const revoked = await revokeFeed("ed", id!);
        return { revoked: revoked.status, made: await make() };
      },
      { nth: 2 },
    );
    expect([fast.revoked, fast.made.status, slow.status]).toEqual([204, 201, 404]);
    expect(await statusesOf(addressesOf(fast.made))).toEqual(works);
  });
});
