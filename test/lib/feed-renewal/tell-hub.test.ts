// Proves contract rules: feed-hub.

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from "feedsmith";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { clock } from "#lib/clock.ts";
import { feedRenewal } from "#lib/feed-renewal/renew-feeds.ts";
import { tellHub } from "#lib/feed-renewal/tell-hub.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { SiteSettings } from "#lib/site/site.ts";
import { useMediaFolder } from "#test/lib/manifest/media-folder.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { useFiles } from "#test/support/files.ts";
import {
  applyFeedSite,
  base,
  blogPost,
  feedSite,
  podcastEpisode,
  renewAfresh,
  renewUntil,
  served,
  writeSiteFiles,
} from "./feed-site.ts";

useFiles();
const folder = useMediaFolder();

/** What a hub was told, and which feed it found there at that moment. */
let told: { readonly path: string; readonly mode: string | null; readonly feed: string | undefined }[] = [];
/** How the hub answers; null: never. */
let status: number | null = 202;
let server: Server;
let hub: string;
let notes: number;
let calls: number;

beforeAll(async () => {
  process.env.CATALOG_FILE = ":memory:";
  await writeSiteFiles(folder);
  server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const path = (form.get("hub.url") ?? "").replace(`${base}/_feeds/`, "");
    told.push({ path, mode: form.get("hub.mode"), feed: await served(path) });
    if (status !== null) response.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  hub = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await useEmptyTable();
  ({ notes, calls } = await apply("First"));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(async () => {
  vi.stubEnv("PUBLIC_ORIGIN", "http://127.0.0.1:8000");
  await forget();
  told = [];
  status = 202;
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Empties the file store. */
const forget = async (): Promise<void> => {
  const files = await openFiles();
  for (const name of ["_feeds", "feed-state"])
    for await (const { key } of files.list(fileKey(name))) await files.delete(key);
};

/** Applies the site, whose newest post has a title. */
const apply = async (title: string) => {
  const content = { posts: [blogPost("newest", { title })], episodes: [podcastEpisode("frogs")] };
  const { ids } = await applyFeedSite(feedSite(content, { site: { websub_hub: hub } }), folder);
  return { notes: ids.pages.notes!, calls: ids.pages.calls! };
};

const set = (settings: Partial<SiteSettings>) =>
  changeSite(async (site) => ({ settings: { ...site.settings, ...settings } }));

const blogNames = ["posts.atom", "posts.json", "posts.rss"];
const pathsTold = () => told.map(({ path }) => path).sort();

test("every feed names the hub and itself", async () => {
  await renewAfresh();
  const links = (path: string, type: string) => [
    { rel: "self", type, href: `${base}/_feeds/${path}` },
    { rel: "hub", href: hub },
  ];
  const rss = "application/rss+xml";
  const linksOf = async (path: string) => parseRssFeed((await served(path))!).atom!.links!;
  expect((await linksOf(`${notes}/posts.rss`)).slice(0, 2)).toEqual(links(`${notes}/posts.rss`, rss));
  expect(await linksOf(`${calls}/mp3.rss`)).toEqual(links(`${calls}/mp3.rss`, rss));
  const atom = parseAtomFeed((await served(`${notes}/posts.atom`))!).links!;
  expect(atom.slice(0, 2)).toEqual(links(`${notes}/posts.atom`, "application/atom+xml"));
  const json = parseJsonFeed((await served(`${notes}/posts.json`))!);
  expect(json).toMatchObject({
    feed_url: `${base}/_feeds/${notes}/posts.json`,
    hubs: [{ type: "WebSub", url: hub }],
  });
});

describe("the hub", () => {
  test("is told of each feed once, after it is stored, and again of those only that have changed", async () => {
    expect(await renewAfresh()).toMatchObject({ hub: { told: 6, waiting: 0, problem: null } });
    expect(pathsTold()).toEqual(
      [
        ...blogNames.map((name) => `${notes}/${name}`),
        ...["episodes.rss", "mp3.rss", "opus.rss"].map((name) => `${calls}/${name}`),
      ].sort(),
    );
    for (const { mode, path, feed } of told) {
      expect(mode).toBe("publish");
      expect([path, feed]).toEqual([path, await served(path)]);
    }
    told = [];
    expect(await renewAfresh()).toMatchObject({ stored: 0, removed: 0, hub: undefined });
    await set({ navigation: [{ title: "Notes", url: "/notes/" }] });
    await renewAfresh();
    expect(told).toEqual([]);
    await apply("Second");
    await renewAfresh();
    expect(pathsTold()).toEqual(blogNames.map((name) => `${notes}/${name}`));
    for (const { feed } of told) expect(feed).toContain("Second");
  });

  test("is another one from the moment at which the site names it", async () => {
    await renewAfresh();
    told = [];
    await set({ websubHub: `${hub}another` });
    await renewAfresh();
    expect(told).toHaveLength(6);
    await set({ websubHub: null });
    await renewAfresh();
    expect(told).toHaveLength(6);
    await set({ websubHub: hub });
  });

  test("is told again by the next run of the same process until it acknowledges", async () => {
    const renew = feedRenewal();
    for (status of [500, 404, 307]) {
      told = [];
      const { hub: report } = await renew();
      expect([report, told.length]).toEqual([
        { told: 0, waiting: 6, problem: `the hub answered ${status}` },
        6,
      ]);
    }
    status = 204;
    expect(await renew()).toMatchObject({ hub: { told: 6, waiting: 0, problem: null } });
    expect(await renew()).toMatchObject({ stored: 0, removed: 0, hub: undefined });
  });

  test("that refuses one feed is told of the others", async () => {
    const refused = `${notes}/posts.json`;
    server.prependListener("request", (_, response) => {
      const end = response.writeHead.bind(response);
      response.writeHead = () => end(told.at(-1)?.path === refused ? 400 : 204);
    });
    status = 204;
    await renewAfresh();
    server.removeListener("request", server.listeners("request")[0] as never);
    expect(pathsTold()).toHaveLength(6);
    told = [];
    await renewAfresh();
    expect(pathsTold()).toEqual([refused]);
  });

  test("that does not answer is left alone until the next run, and holds up nothing for long", async () => {
    await renewAfresh();
    const files = await openFiles();
    const stored = new Map([[notes, new Map(blogNames.map((name) => [name, '"new"']))]]);
    const source = { base, site: { settings: { websubHub: hub } } } as never;
    status = null;
    const report = await tellHub(files, source, stored, { answerMs: 50, allMs: 60_000 });
    expect(report).toEqual({ told: 0, waiting: 3, problem: expect.stringContaining("did not answer") });
    expect(await tellHub(files, source, stored, { answerMs: 60_000, allMs: 50 })).toEqual(report);
  });

  test("is told of every feed, wherever the run before was killed", async () => {
    for (let changes = 0; ; changes++) {
      await forget();
      told = [];
      if (await renewUntil(changes)) break;
      await renewAfresh();
      const known = new Map(told.map(({ path, feed }) => [path, feed]));
      expect([changes, known.size]).toEqual([changes, 6]);
      for (const [path, feed] of known) expect([path, feed]).toEqual([path, await served(path)]);
    }
    expect(told).toHaveLength(6);
  });

  test("is told of everything by runs at once", async () => {
    await Promise.all([renewAfresh(), renewAfresh()]);
    await Promise.all([apply("Third").then(renewAfresh), renewAfresh()]);
    await renewAfresh();
    const last = new Map(told.map(({ path, feed }) => [path, feed]));
    for (const name of blogNames) expect(last.get(`${notes}/${name}`)).toBe(await served(`${notes}/${name}`));
    told = [];
    expect(await renewAfresh()).toMatchObject({ stored: 0, removed: 0, hub: undefined });
    expect(told).toEqual([]);
  });

  test("is not called in the service's own network, unless only this machine reaches the service", async () => {
    vi.stubEnv("PUBLIC_ORIGIN", "https://notes.example");
    expect((await renewAfresh()).hub).toEqual({
      told: 0,
      waiting: 6,
      problem: "127.0.0.1 is not an address of the internet",
    });
    expect(told).toEqual([]);
  });

  test("is told when no cache can have the feed of before any more", async () => {
    vi.stubEnv("FEED_CACHE_SECONDS", "65");
    const renew = feedRenewal();
    expect((await renew()).hub).toEqual({ told: 0, waiting: 6, problem: null });
    const now = clock.nowMs();
    const later = vi.spyOn(clock, "nowMs").mockReturnValue(now + 60_000);
    expect((await renew()).hub).toMatchObject({ told: 0 });
    later.mockReturnValue(now + 66_000);
    expect((await renew()).hub).toEqual({ told: 6, waiting: 0, problem: null });
  });
});
