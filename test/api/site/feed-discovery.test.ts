// Proves contract rules: feed-discovery, feed-addresses, feed-redirects.

import { beforeAll, describe, expect, test } from "vitest";
import { readLivePage } from "#lib/routes/pages.ts";
import {
  allServed,
  applyFeedSite,
  base,
  blogPost,
  feedSite,
  podcastEpisode,
  renewAfresh,
  writeSiteFiles,
} from "#test/lib/feed-renewal/feed-site.ts";
import { useMediaFolder } from "#test/lib/manifest/media-folder.ts";
import { call } from "#test/support/call.ts";
import { useFiles } from "#test/support/files.ts";
import { linksIn, textIn, visit } from "#test/support/site-pages.ts";
import { useTable } from "#test/support/table.ts";

useTable();
useFiles();
const folder = useMediaFolder();

let notes: number;
let calls: number;

beforeAll(async () => {
  await writeSiteFiles(folder);
  const closed = { type: "site.Blog", slug: "closed", title: "Closed", restriction: { type: "login" } };
  const { ids } = await applyFeedSite(
    feedSite({ posts: [blogPost("one")], episodes: [podcastEpisode("frogs")], others: [closed] }),
    folder,
  );
  notes = ids.pages.notes!;
  calls = ids.pages.calls!;
  await renewAfresh();
});

/** The feeds that a page names, as `type title address`. */
const feedsOn = async (address: string): Promise<string[]> => {
  const { body } = await visit(address);
  return Array.from(
    String(body).matchAll(/<link rel="alternate" type="([^"]*)" title="([^"]*)" href="([^"]*)"\/>/g),
    ([, type, title, url]) => `${type} ${title} ${url}`,
  );
};

describe("feeds that pages name", () => {
  test("are a blog's three on its page and on those of its posts, and all of them exist", async () => {
    const feeds = [
      `application/rss+xml Notes (RSS) ${base}/_feeds/${notes}/posts.rss`,
      `application/atom+xml Notes (Atom) ${base}/_feeds/${notes}/posts.atom`,
      `application/feed+json Notes (JSON Feed) ${base}/_feeds/${notes}/posts.json`,
    ];
    expect(await feedsOn("/notes/")).toEqual(feeds);
    expect(await feedsOn("/notes/one/")).toEqual(feeds);
    const stored = Object.keys(await allServed());
    for (const name of ["posts.rss", "posts.atom", "posts.json"])
      expect(stored).toContain(`${notes}/${name}`);
  });

  test("are a podcast's, one of all episodes and one for each audio format", async () => {
    expect(await feedsOn("/calls/frogs/")).toEqual([
      `application/rss+xml Calls &amp; cries (all episodes) ${base}/_feeds/${calls}/episodes.rss`,
      `application/rss+xml Calls &amp; cries (MP3) ${base}/_feeds/${calls}/mp3.rss`,
      `application/rss+xml Calls &amp; cries (Opus) ${base}/_feeds/${calls}/opus.rss`,
    ]);
  });

  test("are on the front page those of all blogs that strangers may see", async () => {
    expect(await feedsOn("/")).toHaveLength(6);
  });
});

describe("the field `feeds` of the page-content API", () => {
  const feedsOf = async (id: number, fields: string) =>
    (await call(readLivePage, { params: { id }, query: `fields=${fields}` })).body;

  test("has a blog's feeds when it is named, also beside all fields", async () => {
    const rss = {
      title: "Notes (RSS)",
      url: `${base}/_feeds/${notes}/posts.rss`,
      type: "application/rss+xml",
    };
    for (const fields of ["feeds", "*,feeds", "_,feeds"]) {
      const { feeds } = await feedsOf(notes, fields);
      expect([fields, feeds.length, feeds[0]]).toEqual([fields, 3, rss]);
    }
    expect((await feedsOf(calls, "feeds")).feeds).toHaveLength(3);
  });

  test("is none of the fields that are shown unasked, nor of all", async () => {
    for (const fields of ["", "*"]) expect(await feedsOf(notes, fields)).not.toHaveProperty("feeds");
  });
});

describe("the page that says how to subscribe to a podcast", () => {
  test("has the address of each feed, and links that open it in apps", async () => {
    const { status, body } = await visit("/calls/subscribe/");
    expect([status, textIn(body)]).toEqual([200, expect.stringContaining("Subscribe to Calls &amp; cries")]);
    const host = `notes.example/_feeds/${calls}/episodes.rss`;
    expect(linksIn(body)).toEqual(
      expect.arrayContaining([
        `https://${host}`,
        `podcast://${host}`,
        `pktc://subscribe/${host}`,
        `overcast://x-callback-url/add?url=${encodeURIComponent(`https://${host}`)}`,
      ]),
    );
  });

  test("and the podcast's own page lead to its pages in directories, in their order, in every theme", async () => {
    const url = "https://apps.example/calls?a=1&b=2";
    for (const theme of ["plain", "essay", "podcast"])
      for (const path of [`/calls/?theme=${theme}`, `/calls/subscribe/?theme=${theme}`]) {
        const links = linksIn((await visit(path)).body);
        expect([path, links.indexOf(url) >= 0]).toEqual([path, true]);
        expect(links.indexOf("https://other.example/calls")).toBe(links.indexOf(url) + 1);
      }
  });

  test("is none of a blog, nor of a podcast that the visitor may not see", async () => {
    expect((await visit("/notes/subscribe/")).status).toBe(404);
    expect((await visit("/closed/subscribe/")).status).not.toBe(200);
  });
});

describe("addresses that other systems give feeds", () => {
  test.each<[string, () => readonly [status: number, location: string | undefined]]>([
    ["/notes/feed/", () => [301, `${base}/_feeds/${notes}/posts.rss`]],
    ["/notes/feed.xml", () => [301, `${base}/_feeds/${notes}/posts.rss`]],
    ["/calls/feed/", () => [301, `${base}/_feeds/${calls}/episodes.rss`]],
    ["/feed.xml", () => [302, expect.stringMatching(/\/_feeds\/\d+\/[\w.]+$/)]],
    ["/notes/one/feed/", () => [404, undefined]],
    ["/closed/feed/", () => [302, "/accounts/login/?next=%2Fclosed%2Ffeed%2F"]],
    ["/nothing/feed/", () => [404, undefined]],
    ["/notes/feed/feed/", () => [404, undefined]],
  ])("%s leads to the feed of the page above, if that has one", async (address, expected) => {
    const { status, headers } = await visit(address);
    expect([status, headers.location]).toEqual(expected());
  });
});
