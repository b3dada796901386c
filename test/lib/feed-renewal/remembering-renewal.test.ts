// Proves contract rules: feed-freshness, feed-privacy.

import { beforeAll, expect, test, vi } from "vitest";
import { feedRenewal } from "#lib/feed-renewal/renew-feeds.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { useMediaFolder } from "#test/lib/manifest/media-folder.ts";
import { useClock } from "#test/support/clock.ts";
import { useFiles } from "#test/support/files.ts";
import { useTable } from "#test/support/table.ts";
import {
  allServed,
  applyFeedSite,
  blogPost,
  feedSite,
  podcastEpisode,
  renewAfresh,
  writeSiteFiles,
} from "./feed-site.ts";

useTable();
useFiles();
const pass = useClock();
const folder = useMediaFolder();

/** One process, which remembers what it has seen. */
const renew = feedRenewal();

/** As many as make an archive beside the newest ones. */
const posts = Array.from({ length: 50 }, (_, index) =>
  blogPost(`post-${index}`, { categories: ["birds"], cover_image: { image: "artwork" } }),
);
const episodes = [podcastEpisode("frogs")];

/** The same site each time, but for what has changed. */
const site = (changed: Readonly<Record<string, object>> = {}) => ({
  ...feedSite(
    { posts: [...posts, blogPost("last", changed.post)], episodes },
    { site: changed.site ?? {}, blog: changed.blog ?? {}, podcast: changed.podcast ?? {} },
  ),
  ...changed.around,
});

beforeAll(async () => {
  await writeSiteFiles(folder);
  await applyFeedSite(site(), folder);
  await renew();
});

/** How often a run has listed files. */
const listsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const list = vi.spyOn(await openFiles(), "list");
  await work();
  const count = list.mock.calls.length;
  list.mockRestore();
  return count;
};

test.each<[string, Readonly<Record<string, object>>]>([
  ["the text of a post", { post: { detail: [{ type: "paragraph", value: "<p>Changed</p>" }] } }],
  ["the address of a post", { post: { key: "last", slug: "elsewhere" } }],
  ["the withdrawal of a post", { post: { live: false } }],
  ["a restricted post", { post: { restriction: { type: "login" } } }],
  ["a restricted blog", { blog: { restriction: { type: "login" } } }],
  ["the name of the blog", { blog: { title: "Notices" } }],
  ["the description of the podcast", { podcast: { description: "<p>Other sounds</p>" } }],
  ["a category's name", { around: { categories: [{ slug: "birds", name: "Fowl" }] } }],
  ["the name of a picture", { around: { images: [{ key: "artwork", title: "Art", file: "artwork.png" }] } }],
  [
    "a restricted collection",
    { around: { collections: [{ path: "Root", restriction: { type: "login" } }] } },
  ],
  ["the site's address", { site: { base_url: "https://moved.example" } }],
  ["the site's hub", { site: { websub_hub: "https://127.0.0.1:9/hub" } }],
])("a process that has renewed before follows %s", async (_, changed) => {
  await applyFeedSite(site(changed), folder);
  await renew();
  expect(await renewAfresh()).toMatchObject({ stored: 0, removed: 0 });
});

test("a draft lets it list no files, for half a minute", async () => {
  await applyFeedSite(site(), folder);
  await renew();
  await applyFeedSite(site({ post: { draft: { title: "Later" } } }), folder);
  expect(await listsOf(renew)).toBe(0);
  pass(31);
  expect(await listsOf(renew)).toBeGreaterThan(0);
});

test("a document that was lost is made again within a minute", async () => {
  await renew();
  const before = await allServed();
  const [lost = ""] = Object.keys(before);
  await (await openFiles()).delete(fileKey(`_feeds/${lost}`));
  pass(31);
  await renew();
  expect(await allServed()).toEqual(before);
});
