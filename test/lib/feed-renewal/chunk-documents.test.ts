// Proves contract rules: feed-hub.

import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { catalogNow } from "#lib/catalog/current/current-catalog.ts";
import { readPublicContents } from "#lib/catalog/public-contents.ts";
import { chunkDocuments } from "#lib/feed-renewal/chunk-documents.ts";
import type { FeedPost } from "#lib/feed-renewal/feed-of-blog.ts";
import type { Pause } from "#lib/feed-renewal/feed-state.ts";
import { siteAt } from "#lib/store/site.ts";
import { useMediaFolder } from "#test/lib/manifest/media-folder.ts";
import { useFiles } from "#test/support/files.ts";
import { useTable } from "#test/support/table.ts";
import { applyFeedSite, base, feedSite, podcastEpisode, writeSiteFiles } from "./feed-site.ts";

useTable();
useFiles();
const folder = useMediaFolder();

const episodeCount = 100;
const hub = "https://hub.example/";
let make: (pause: Pause, archive?: number) => ReturnType<typeof chunkDocuments>;

beforeAll(async () => {
  await writeSiteFiles(folder);
  const { ids } = await applyFeedSite(feedSite({ episodes: [podcastEpisode("frogs")] }), folder);
  const { catalog } = await catalogNow();
  const site = await siteAt(catalog.siteVersion);
  const [listing] = catalog.listingsOf([ids.pages.frogs!]);
  const [read] = (await readPublicContents([listing!], { body: true, comments: false }))!;
  const posts = Array.from({ length: episodeCount }, (_, index) => ({
    listing: { ...listing!, slug: `frogs-${index}` },
    content: read!.content as FeedPost["content"],
  }));
  const source = {
    catalog,
    live: catalog,
    site: { ...site, settings: { ...site.settings, websubHub: hub } },
    base,
  };
  const context = { source, blog: catalog.listingById(ids.pages.calls!)!, companionsOf: () => [] };
  make = (pause, archive) => {
    const chunk = { archive: archive ?? null, older: null, postIds: Uint32Array.of(listing!.id) };
    return chunkDocuments(chunk, posts, context, pause);
  };
});

test("the feeds of a podcast are made episode by episode, with a pause after each step of each", async () => {
  let pauses = 0;
  const { documents } = await make(async () => {
    pauses += 1;
  });
  expect(documents.map(({ name }) => name)).toEqual(["episodes.rss", "mp3.rss", "opus.rss"]);
  for (const { body } of documents) expect(body.match(/<item>/g)).toHaveLength(episodeCount);
  // Its HTML, what all forms share of its XML, and three forms.
  expect(pauses).toBeGreaterThanOrEqual(5 * episodeCount);
});

test("requests are answered while a feed is made", async () => {
  const answered: string[] = [];
  const request = async () => {
    for (let step = 0; step < 20; step++) await nextTurn();
    answered.push("request");
  };
  await Promise.all([make(nextTurn).then(() => answered.push("feed")), request(), request()]);
  expect(answered).toEqual(["request", "request", "feed"]);
});

test("an archive, which never changes, names no hub", async () => {
  const bodies = async (archive?: number) =>
    (await make(nextTurn, archive)).documents.map(({ body }) => body.includes(hub));
  expect(await bodies()).toEqual([true, true, true]);
  expect(await bodies(1)).toEqual([false, false, false]);
});
