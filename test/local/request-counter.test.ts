// Proves contract rules: statistics.

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { clock } from "#lib/clock.ts";
import { openDiskFiles } from "#lib/files/disk.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { filesPath } from "#lib/media/file-delivery.ts";
import { readSiteStatistics } from "#lib/routes/administration-statistics.ts";
import { showStatistics } from "#lib/routes/cms.ts";
import { publishEpisode } from "#lib/routes/editor-posts.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { putTotals } from "#lib/store/statistics.ts";
import { type RequestCounter, requestCounter } from "#local/counting/request-counter.ts";
import { type Gateway, startGateway } from "#local/gateway.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { loadFunction } from "#test/support/functions.ts";
import { makeAudio } from "#test/support/media.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
const crawler = "Googlebot/2.1 (+http://www.google.com/bot.html)";

/** More than a connection takes before its reader reads. */
const recording = Buffer.alloc(20_000_000, "sound");
const audioId = 71;
const key = fileKey(`audios/${audioId}/0123456789ab/bittern.mp3`);
const minuteId = 72;
const minuteKey = fileKey(`audios/${minuteId}/0123456789ab/minute.mp3`);

let folder: string;
let gateway: Gateway;
let counter: RequestCounter;
/** Of the answers that the counter watches. */
let ends: Promise<unknown>[] = [];
let post: { readonly id: number; readonly title: string; readonly slug: string };
let episode: typeof post;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-request-counter-"));
  const signingKey = Buffer.alloc(32, 7);
  const files = await openDiskFiles({ folder, address: "", signingKey });
  const watch: RequestCounter["watch"] = (request, response, answer) => {
    counter.watch(request, response, answer);
    ends.push(once(response, "close"));
  };
  const served = { files, signingKey };
  gateway = await startGateway({ routes, fallback, load: loadFunction, files: served, feeds: files, watch });
  process.env.FILES_FOLDER = folder;
  process.env.FILES_ADDRESS = gateway.url + filesPath;
  process.env.FILES_SIGNING_KEY = signingKey.toString("hex");
  await files.put(key, recording, "audio/mpeg");
  await files.put(minuteKey, recording, "audio/mpeg");
  await files.put(fileKey(`_feeds/${world.notes}/posts.rss`), Buffer.from("<rss/>"), "application/rss+xml");
  post = await createLivePost(world.notes);
  const mp3 = { key, contentType: "audio/mpeg", sizeBytes: recording.length };
  const audio = await makeAudio({ files: { mp3 }, durationSeconds: 600 }, audioId);
  await makeAudio({ files: { mp3: { ...mp3, key: minuteKey } }, durationSeconds: 60 }, minuteId);
  const draft = await createEpisodeDraft(world.calls, { podcast_audio: { id: audio.id } });
  episode = (await call(publishEpisode, { as: "ada", params: { id: draft.id } })).body;
});

afterAll(async () => {
  await gateway.stop(0);
  await rm(folder, { recursive: true });
});

let day = "2026-03-01";

beforeEach(() => {
  counter = requestCounter();
  ends = [];
  vi.spyOn(clock, "now").mockImplementation(() => `${day}T12:00:00.000Z`);
  return () => vi.restoreAllMocks();
});

const visit = async (path: string, userAgent = firefox, headers: Record<string, string> = {}) => {
  const answer = await fetch(gateway.url + path, { headers: { "user-agent": userAgent, ...headers } });
  await answer.bytes();
  return answer.status;
};

/** Leaves when so much has come. */
const leaveAfter = async (path: string, bytes: number): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  const request = get(gateway.url + path, { headers: { "user-agent": "AntennaPod/3.2.0" } }, resolve);
  let read = 0;
  for await (const chunk of await promise) {
    read += chunk.length;
    if (read >= bytes) break;
  }
  request.destroy();
};

const store = async () => {
  await Promise.all(ends);
  await counter.store();
};

/** The statistics of the day, once all answers have ended. */
const countedOn = async (query: Record<string, string> = {}) => {
  await store();
  const { status, body } = await call(readSiteStatistics, { as: "su", query: { days: "1", ...query } });
  expect(status).toBe(200);
  return body;
};

test("views, downloads and readers of feeds are counted, and shown with the names that pages have", async () => {
  day = "2026-03-01";
  const page = `/notes/${post.slug}/`;
  expect(await visit(page)).toBe(200);
  await visit(page);
  await visit(`${page}?x=1`, `${firefox} again`);
  await visit(page, crawler);
  await visit(page, `${firefox} early`, { "sec-purpose": "prefetch;prerender" });
  expect(await visit("/notes/nothing/")).toBe(404);
  await visit(`/media/${key}`, firefox, { range: "bytes=0-1" });
  await visit(`/media/${key}`, firefox, { range: "bytes=0-1199999" });
  await visit(`/media/${key}`, firefox, { range: "bytes=1200000-2399999" });
  await visit(`/media/${key}`, "Castro 2021.1/1334", { range: "bytes=0-1199999" });
  await visit(`/_feeds/${world.notes}/posts.rss`, "Feedbin feed-id:1697787 - 102 subscribers");
  await visit(`/_feeds/${world.notes}/posts.rss`, "NetNewsWire (RSS Reader; https://netnewswire.com/)");
  const counted = await countedOn();
  const apps = [{ app: "Firefox", downloads: 1 }];
  expect(counted).toEqual({
    since: day,
    until: day,
    days: [{ day, downloads: 1, views: 2, feed_readers: 103, apps }],
    apps,
    episodes: [{ audio: audioId, path: `/calls/${episode.slug}/`, title: episode.title, downloads: 1 }],
    pages: [{ path: page, title: post.title, views: 2 }],
    feeds: [{ path: `/_feeds/${world.notes}/posts.rss`, title: "Notes", readers: 103 }],
  });
  const ofEpisode = await countedOn({ path: `/calls/${episode.slug}` });
  expect(ofEpisode.days).toEqual([{ day, downloads: 1, views: 0, feed_readers: 0, apps }]);
  expect(ofEpisode.apps).toEqual(apps);
  const ofBlog = await countedOn({ path: "/notes/" });
  expect(ofBlog.days).toEqual([{ day, downloads: 0, views: 0, feed_readers: 103, apps: [] }]);
});

test("a client that leaves early has downloaded what was sent to it", async () => {
  day = "2026-03-02";
  await leaveAfter(`/media/${minuteKey}`, 1_000);
  expect((await countedOn()).days).toEqual([{ day, downloads: 0, views: 0, feed_readers: 0, apps: [] }]);
  await visit(`/media/${minuteKey}`, "AntennaPod/3.7.0");
  const apps = [{ app: "AntennaPod", downloads: 1 }];
  expect((await countedOn()).days).toEqual([{ day, downloads: 1, views: 0, feed_readers: 0, apps }]);
});

test("what is stored again counts once, and other runs of the process are added", async () => {
  day = "2026-03-03";
  await visit("/");
  await Promise.all(ends);
  await Promise.all([counter.store(), counter.store()]);
  await counter.store();
  await visit("/notes/");
  expect((await countedOn()).days[0]).toMatchObject({ views: 2 });
  counter = requestCounter();
  await visit("/");
  expect((await countedOn()).days[0]).toMatchObject({ views: 3 });
});

test("the next day begins with nobody", async () => {
  day = "2026-03-04";
  await visit("/");
  await store();
  day = "2026-03-05";
  await visit("/");
  const { days, since, pages } = await countedOn({ days: "3" });
  expect(since).toBe("2026-03-03");
  expect(days.slice(1).map((each: { views: number }) => each.views)).toEqual([1, 1]);
  expect(pages.find(({ path }: { path: string }) => path === "/")).toMatchObject({ title: "Home" });
});

test("a write that comes late does not replace a later one", async () => {
  const place = { day: "2026-03-06", run: "0b5c0f0e-6a0e-4c1b-9d3e-6d3c2f6f1c9a", part: 0 };
  const views = (count: number) => [{ kind: "view", of: "/", by: "", count } as const];
  expect(await putTotals(place, 2, views(5))).toBe(true);
  expect(await putTotals(place, 1, views(3))).toBe(false);
  expect(await putTotals(place, 2, views(4))).toBe(false);
  day = "2026-03-06";
  expect((await countedOn()).days[0]).toMatchObject({ views: 5 });
});

test("days that were counted before apps were are read as they are, and have no apps", async () => {
  const place = { day: "2026-03-09", run: "0b5c0f0e-6a0e-4c1b-9d3e-6d3c2f6f1c9a", part: 0 };
  await putTotals(place, 1, [{ kind: "download", of: String(audioId), by: "", count: 5 }]);
  day = "2026-03-10";
  await visit(`/media/${key}`, "Overcast/792 CFNetwork/1098.7 Darwin/19.0.0");
  const { days, apps, episodes } = await countedOn({ days: "2" });
  const overcast = [{ app: "Overcast", downloads: 1 }];
  expect([days, apps]).toEqual([
    [
      { day: "2026-03-09", downloads: 5, views: 0, feed_readers: 0, apps: [] },
      { day, downloads: 1, views: 0, feed_readers: 0, apps: overcast },
    ],
    overcast,
  ]);
  expect(episodes).toMatchObject([{ downloads: 6 }]);
  const { body } = await call(showStatistics, { as: "su" });
  expect(body).toMatch(
    /<h2 class="label">Downloads by app<\/h2>.*?<th scope="row">Overcast<\/th><td>1<\/td>/s,
  );
});

test("nothing is stored of an address, a user agent, or a hash of them", async () => {
  day = "2026-03-07";
  await visit("/");
  await store();
  const stored = (await wholeTable()).filter((row) => JSON.stringify(row).includes(day));
  expect(stored).toHaveLength(1);
  expect(JSON.parse(String(stored[0]?.totals))).toEqual([{ kind: "view", of: "/", by: "", count: 1 }]);
});

test.each([
  [{ days: "0" }, "days"],
  [{ days: "401" }, "days"],
  [{ days: "a week" }, "days"],
  [{ path: "notes" }, "path"],
  [{ weeks: "2" }, "weeks"],
])("the query %j is refused", async (query, path) => {
  const { status, body } = await call(readSiteStatistics, { as: "su", query });
  expect([status, Object.keys(body.errors)]).toEqual([400, [path]]);
});

test("administrators get a page with the same numbers and a bar for each; others do not", async () => {
  day = "2026-03-08";
  await visit(`/notes/${post.slug}/`);
  await store();
  const { status, body } = await call(showStatistics, { as: "su" });
  expect(status).toBe(200);
  expect(body).toContain(`<a href="/notes/${post.slug}/">${post.title}</a></th><td>`);
  expect(body).toMatch(/<th scope="row">2026-03-08<\/th><td>1<\/td><td><svg [^>]*><rect width="32"/);
  expect((await call(showStatistics, { as: "ada" })).status).toBe(403);
  expect((await call(showStatistics)).headers.location).toBe("/accounts/login/?next=%2Fcms%2Fstatistics%2F");
});

test("only administrators read statistics", async () => {
  expect((await call(readSiteStatistics)).status).toBe(403);
  expect((await call(readSiteStatistics, { as: "ada" })).status).toBe(403);
});
