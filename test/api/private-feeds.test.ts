// Proves contract rules: private-feeds, private-feed-creation, administered-users.

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { listUsers } from "#lib/routes/administration.ts";
import { createPrivateFeed, listPrivateFeeds } from "#lib/routes/private-feeds.ts";
import { noteFeedUse } from "#lib/store/private-feeds.ts";
import { call } from "#test/support/call.ts";
import { makeAudio } from "#test/support/media.ts";
import {
  alterAccount,
  listFeeds,
  makeFeed,
  makeLiveEpisode,
  restrictTo,
  revokeFeed,
} from "#test/support/private-feeds.ts";
import { cookiesOf, sessionHeadersOf } from "#test/support/session.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();

let episode: number;

beforeAll(async () => {
  ({ id: episode } = await makeLiveEpisode(world.calls, (await makeAudio()).id));
});

beforeEach(async () => {
  await restrictTo(world.calls, "Readers");
  await restrictTo(episode, null);
  for (const { id } of await listFeeds("ed")) await revokeFeed("ed", id);
});

test("a feed has an address for each format of its episodes, told once, and is in its owner's list alone", async () => {
  const { status, body } = await makeFeed("ed", world.calls);
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(Number),
    podcast: world.calls,
    urls: {
      episodes: expect.stringMatching(/\/_feeds\/private\/[0-9a-f]{40}\/episodes\.rss$/),
      mp3: expect.stringMatching(/^https:\/\/notes\.example\/_feeds\/private\/[0-9a-f]{40}\/mp3\.rss$/),
      opus: expect.stringMatching(/\/opus\.rss$/),
    },
  });
  expect(await listFeeds("ed")).toEqual([
    { id: body.id, podcast: world.calls, created_at: expect.any(String), last_used_on: null },
  ]);
  expect(await listFeeds("su")).toEqual([]);
});

test("the table has only a digest of the secret", async () => {
  const { body } = await makeFeed("ed", world.calls);
  const [, secret = "none"] = /private\/(\w+)\//.exec(body.urls.mp3) ?? [];
  expect(JSON.stringify(await wholeTable())).not.toContain(secret);
});

test("administrators see how many feeds each person has, and when one was last used, and no address", async () => {
  const feedsOf = async (name: string) => {
    const { body } = await call(listUsers, { as: "su", query: { pageSize: 100 } });
    return body.results.find(({ username }: { username: string }) => username === name).feeds;
  };
  expect(await feedsOf("ed")).toEqual({ count: 0, last_used_on: null });
  const made = [await makeFeed("ed", world.calls), await makeFeed("ed", world.calls)];
  expect(await feedsOf("ed")).toEqual({ count: 2, last_used_on: null });
  const days = ["2026-11-29", "2026-11-28"];
  for (const [index, { body }] of made.entries()) {
    const [, secret = ""] = /private\/(\w+)\//.exec(body.urls.mp3) ?? [];
    await noteFeedUse(hashOfSecret(secret), days[index]!, undefined);
  }
  expect(await feedsOf("ed")).toEqual({ count: 2, last_used_on: "2026-11-29" });
  expect(await feedsOf("ada")).toEqual({ count: 0, last_used_on: null });
});

test("revoking takes a feed of one's own off the list; feeds of others are not found", async () => {
  const { body } = await makeFeed("ed", world.calls);
  expect((await revokeFeed("su", body.id)).status).toBe(404);
  expect(await listFeeds("ed")).toHaveLength(1);
  expect((await revokeFeed("ed", body.id)).status).toBe(204);
  expect(await listFeeds("ed")).toEqual([]);
  expect((await revokeFeed("ed", body.id)).status).toBe(404);
  expect(JSON.stringify(await wholeTable())).not.toContain('"FEED"');
});

describe("a podcast", () => {
  const statusFor = async (username: string, podcast = world.calls) =>
    (await makeFeed(username, podcast)).status;

  test("that the caller may not see is not found, nor is a blog, nor one that is not there", async () => {
    expect(await statusFor("bo")).toBe(404);
    expect(await statusFor("ed", world.notes)).toBe(404);
    expect(await statusFor("ed", 999_999)).toBe(404);
  });

  test("of which everybody may see all is not found, also by whoever may see more elsewhere", async () => {
    await restrictTo(world.calls, null);
    expect(await statusFor("ed")).toBe(404);
    await restrictTo(episode, "Readers");
    expect(await statusFor("ed")).toBe(201);
    expect(await statusFor("bo")).toBe(404);
  });
});

test("a person has five feeds of a podcast, also of six requests at once, and may make another for one that ends", async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => makeFeed("ed", world.calls)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409]);
  const refused = answers.find(({ status }) => status === 409)!;
  expect(refused.body.code).toBe("too_many_feeds");
  const feeds = await listFeeds("ed");
  expect(feeds).toHaveLength(5);
  await revokeFeed("ed", feeds[2].id);
  expect((await makeFeed("ed", world.calls)).status).toBe(201);
  expect((await makeFeed("ed", world.calls)).status).toBe(409);
});

describe("the routes refuse", () => {
  const body = () => ({ podcast: world.calls });

  test("tokens, also those of people who have feeds", async () => {
    const answer = await call(createPrivateFeed, { as: "su", body: body() });
    expect([answer.status, answer.body.code]).toEqual([403, "permission_denied"]);
    expect((await call(listPrivateFeeds, { as: "su" })).status).toBe(403);
  });

  test("strangers, and sessions without their CSRF token", async () => {
    expect((await call(listPrivateFeeds)).status).toBe(403);
    const answer = await call(createPrivateFeed, {
      headers: { cookie: await cookiesOf("ed") },
      body: body(),
    });
    expect([answer.status, answer.body.code]).toEqual([403, "csrf_failed"]);
  });

  test("a session whose account has become inactive", async () => {
    const headers = await sessionHeadersOf("ed");
    await alterAccount("ed", { active: false });
    expect((await call(createPrivateFeed, { headers, body: body() })).status).toBe(403);
    await alterAccount("ed", { active: true });
  });

  test.each([{}, { podcast: 0 }, { podcast: "x" }, { podcast: null }])("the body %j", async (sent) => {
    const answer = await call(createPrivateFeed, { headers: await sessionHeadersOf("ed"), body: sent });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ["podcast"]]);
  });
});
