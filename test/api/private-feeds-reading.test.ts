// Proves contract rules: private-feed-documents, private-feed-audio, private-feed-ends, private-feed-secrets,
// feed-soundbites.

import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { parseRssFeed } from "feedsmith";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fileKey } from "#lib/files/file-key.ts";
import { keepLog } from "#lib/log.ts";
import { readSitemap } from "#lib/routes/site-crawling.ts";
import { subjectOf } from "#lib/statistics/subject.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { call } from "#test/support/call.ts";
import { useClock } from "#test/support/clock.ts";
import { makeAudio } from "#test/support/media.ts";
import {
  alterAccount,
  listFeeds,
  makeFeed,
  makeLiveEpisode,
  restrictTo,
  revokeFeed,
} from "#test/support/private-feeds.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();
const files = useServedFiles();
const later = useClock();

const sound = randomBytes(40_000);
const lines: string[] = [];
let episode: { readonly id: number; readonly title: string };
let feed: { readonly id: number; readonly address: string; readonly secret: string };

const makeEdsFeed = async () => {
  const { body } = await makeFeed("ed", world.calls);
  const { pathname } = new URL(body.urls.mp3);
  return { id: body.id, address: pathname, secret: pathname.split("/")[3]! };
};

/** An answer of the service at a path or an address. */
const get = (target: string, headers: Record<string, string> = {}) =>
  fetch(new URL(target, files.url), { redirect: "manual", headers });

const audioOf = (path = feed.address) => path.replace("mp3.rss", `${episode.id}.mp3`);

beforeAll(async () => {
  process.env.LOG_REQUESTS = "on";
  keepLog((line) => lines.push(line));
  const audio = await makeAudio({ chapters: [] });
  const { key, contentType } = audio.files.mp3!;
  await files.store.put(fileKey(key), Readable.from([sound]), contentType);
  const soundbites = [{ start: 73, duration: 60, title: "The bittern" }];
  episode = await makeLiveEpisode(world.calls, audio.id, { soundbites });
  await restrictTo(world.calls, "Readers");
  feed = await makeEdsFeed();
});

afterAll(() => {
  delete process.env.LOG_REQUESTS;
  keepLog(undefined);
});

test("a feed parser reads what the owner may hear; the feed is for nobody else", async () => {
  const answer = await get(feed.address);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/rss+xml; charset=utf-8",
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex",
    "referrer-policy": "no-referrer",
  });
  const text = await answer.text();
  expect(text).toContain("<itunes:block>yes</itunes:block>");
  expect(text).toContain('<podcast:soundbite startTime="73" duration="60">The bittern</podcast:soundbite>');
  const { items = [], atom } = parseRssFeed(text);
  expect(items.map(({ title }) => title)).toEqual([episode.title]);
  expect(items[0]?.enclosures).toEqual([
    { url: `https://notes.example${audioOf()}`, length: expect.any(Number), type: "audio/mpeg" },
  ]);
  expect(atom?.links).toEqual([
    { rel: "self", type: "application/rss+xml", href: `https://notes.example${feed.address}` },
  ]);
});

test("the other formats have feeds of their own; one that no episode has is empty", async () => {
  const titles = async (format: string) =>
    (parseRssFeed(await (await get(feed.address.replace("mp3", format))).text()).items ?? []).length;
  expect(await titles("opus")).toBe(1);
  expect(await titles("m4a")).toBe(0);
});

test("an episode is downloaded in two halves, across the end of the address of its file", async () => {
  const first = await get(audioOf());
  expect([first.status, first.headers.get("cache-control")]).toEqual([302, "private, no-store"]);
  const [before, location] = [sound.subarray(0, 20_000), first.headers.get("location")!];
  expect(location).not.toContain(feed.secret);
  const half = await get(location, { range: "bytes=0-19999" });
  expect(half.status).toBe(206);
  expect(Buffer.from(await half.arrayBuffer()).equals(before)).toBe(true);
  later(3_590);
  expect((await get(location, { range: "bytes=20000-" })).status).toBe(206);
  later(20);
  expect((await get(location, { range: "bytes=20000-" })).status).toBe(403);
  const again = (await get(audioOf())).headers.get("location")!;
  const rest = await get(again, { range: "bytes=20000-" });
  expect(rest.status).toBe(206);
  const whole = Buffer.concat([before, Buffer.from(await rest.arrayBuffer())]);
  expect(whole.equals(sound)).toBe(true);
});

test("the list says on which day a feed was last used", async () => {
  await get(feed.address);
  const [{ last_used_on: day }] = await listFeeds("ed");
  later(24 * 3_600);
  await get(audioOf());
  const [{ last_used_on: next }] = await listFeeds("ed");
  expect(Date.parse(next) - Date.parse(day)).toBe(24 * 3_600_000);
});

describe("feed and enclosure are not found, like an unknown address,", () => {
  const unknown = async () => {
    const answer = await get(`/_feeds/private/${"0".repeat(40)}/mp3.rss`);
    const { date, ...headers } = Object.fromEntries(answer.headers);
    return [answer.status, headers, await answer.text()];
  };

  const expectUnknown = async ({ address } = feed) => {
    for (const path of [address, audioOf(address)]) {
      const answer = await get(path);
      const { date, ...headers } = Object.fromEntries(answer.headers);
      expect([answer.status, headers, await answer.text()]).toEqual(await unknown());
      expect(answer.status).toBe(404);
    }
  };

  const expectFound = async () => {
    expect((await get(feed.address)).status).toBe(200);
    expect((await get(audioOf())).status).toBe(302);
  };

  test("when the owner revokes the feed; others of theirs work", async () => {
    const other = await makeEdsFeed();
    expect((await get(other.address)).status).toBe(200);
    await revokeFeed("ed", other.id);
    await expectUnknown(other);
    await expectFound();
  });

  test("while the owner is in no group that may see the podcast", async () => {
    await alterAccount("ed", { groups: [] });
    await expectUnknown();
    await alterAccount("ed", { groups: ["Readers"] });
    await expectFound();
  });

  test("while the podcast is for others", async () => {
    await restrictTo(world.calls, "Writers");
    await expectUnknown();
    await restrictTo(world.calls, "Readers");
    await expectFound();
  });

  test("while the owner's account is not active", async () => {
    await alterAccount("ed", { active: false });
    await expectUnknown();
    await alterAccount("ed", { active: true });
    await expectFound();
  });

  test.each(["/_feeds/private/", "/_feeds/private/x/mp3.rss", "/_feeds/private/%2e%2e/1/mp3.rss"])(
    "at %s, which is no secret",
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

test("what one person may see of a podcast is in that person's feed alone", async () => {
  await restrictTo(episode.id, "Writers");
  expect(parseRssFeed(await (await get(feed.address)).text()).items ?? []).toEqual([]);
  expect((await get(audioOf())).status).toBe(404);
  await restrictTo(episode.id, null);
  expect((await get(audioOf())).status).toBe(302);
  expect((await get(feed.address.replace("mp3.rss", `${world.calls}.mp3`))).status).toBe(404);
});

test("no statistic counts a private feed, and no sitemap or file has one", async () => {
  expect(subjectOf({ method: "GET", path: feed.address, status: 200 })).toBeUndefined();
  expect((await call(readSitemap)).text).not.toContain("_feeds");
  expect((await files.keys()).filter((key) => key.startsWith("_feeds"))).toEqual([]);
});

test("no line of the log has a secret, also where a request fails", async () => {
  vi.spyOn(tableStore(), "getMany").mockRejectedValueOnce(new Error("The table is gone."));
  expect((await get(feed.address)).status).toBe(500);
  expect(lines.some((line) => line.includes("The table is gone."))).toBe(true);
  await get(`${feed.address}?x=1`);
  await get(audioOf());
  await get(feed.address.replace("mp3.rss", "wav.rss"));
  await fetch(new URL(feed.address, files.url), { method: "POST" });
  await fetch(new URL(feed.address, files.url), { method: "HEAD" });
  const read = lines.filter((line) => line.includes('"private-feeds/read"'));
  expect(read.length).toBeGreaterThan(4);
  expect(lines.filter((line) => line.includes(feed.secret))).toEqual([]);
});
