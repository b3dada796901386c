// Proves contract rules: blog-feeds, feed-archives, feed-guids, post-guid.

import { parseXml } from "@rgrove/parse-xml";
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from "feedsmith";
import { beforeAll, describe, expect, test } from "vitest";
import { useMediaFolder } from "#test/lib/manifest/media-folder.ts";
import { useFiles } from "#test/support/files.ts";
import { useTable } from "#test/support/table.ts";
import { applyFeedSite, base, blogPost, feedSite, renewAfresh, served, writeSiteFiles } from "./feed-site.ts";

useTable();
useFiles();
const folder = useMediaFolder();
const links = [
  '<a href="../other/?a=1&amp;b">beside</a>',
  '<a href="/calls/">below</a>',
  '<a href="#top">here</a>',
  '<a href="//elsewhere.example/x">elsewhere</a>',
  '<a href="https://elsewhere.example/y#z">there</a>',
  '<a href="mailto:ada@notes.example">Ada</a>',
  '<a linktype="page" id="4">by its id</a>',
];
const linked = [
  { type: "paragraph", value: `<p>The text of post-104 ${links.join(" ")}</p>` },
  { type: "image", value: { image: "artwork" } },
  { type: "audio", value: { audio: "frogs" } },
];
const posts = Array.from({ length: 104 }, (_, index) =>
  blogPost(`post-${index + 1}`, {
    search_description: "In short",
    tags: ["pond"],
    ...(index === 102 && { guid: "https://old.example/?p=103&a=1" }),
    ...(index === 101 && { guid: "an old <id>" }),
    ...(index === 103 && { detail: linked, cover_image: { image: "artwork" } }),
  }),
);

let blogId: number;
const document = async (name: string): Promise<string> => (await served(`${blogId}/${name}`))!;

beforeAll(async () => {
  await writeSiteFiles(folder);
  const { ids } = await applyFeedSite(feedSite({ posts }), folder);
  blogId = ids.pages.notes!;
  await renewAfresh();
});

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: from - to + 1 }, (_, index) => `About post-${from - index}`);

describe("the feed of a blog", () => {
  test("is RSS 2.0 with the newest 50 posts, whole", async () => {
    const xml = await document("posts.rss");
    parseXml(xml);
    const feed = parseRssFeed(xml);
    expect(feed).toMatchObject({
      title: "Notes",
      description: "Notes",
      language: "en",
      link: `${base}/notes/`,
    });
    expect(feed.items?.map(({ title }) => title)).toEqual(numbers(104, 55));
    expect(feed.items![0]).toMatchObject({
      link: `${base}/notes/post-104/`,
      description: "In short",
      content: { encoded: expect.stringContaining("<p>The text of post-104 ") },
      categories: [{ name: "pond" }],
      pubDate: "Fri, 02 Jan 2026 03:04:05 +0000",
    });
  });

  test("is Atom with the same posts", async () => {
    const xml = await document("posts.atom");
    parseXml(xml);
    const feed = parseAtomFeed(xml);
    expect(feed.id).toMatch(/^urn:uuid:[\da-f-]{36}$/);
    expect(feed.entries?.map(({ title }) => String((title as { value?: string }).value ?? title))).toEqual(
      numbers(104, 55),
    );
    expect(xml).toContain('<content type="html">&lt;article&gt;');
  });

  test("is JSON Feed with the same posts", async () => {
    const feed = parseJsonFeed(await document("posts.json"));
    expect(feed.items?.map(({ title }) => title)).toEqual(numbers(104, 55));
    expect(feed).toMatchObject({
      home_page_url: `${base}/notes/`,
      feed_url: `${base}/_feeds/${blogId}/posts.json`,
      next_url: `${base}/_feeds/${blogId}/posts-2.json`,
    });
    expect(feed.items![0]).toMatchObject({
      url: `${base}/notes/post-104/`,
      date_published: "2026-01-02T03:04:05.000Z",
      summary: "In short",
      tags: ["pond"],
    });
  });

  test("has no address that is relative, in any form", async () => {
    const { content } = parseRssFeed(await document("posts.rss")).items![0]!;
    const html = content!.encoded!;
    const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address!);
    expect(addresses.slice(0, 7)).toEqual([
      `${base}/notes/other/?a=1&amp;b`,
      `${base}/calls/`,
      `${base}/notes/post-104/#top`,
      "https://elsewhere.example/x",
      "https://elsewhere.example/y#z",
      "mailto:ada@notes.example",
      expect.stringMatching(`^${base}/`),
    ]);
    const [, srcset = ""] = /srcset="([^"]*)"/.exec(html)!;
    const media = [...addresses.slice(7), ...srcset.split(", ")];
    expect(media.length).toBeGreaterThan(4);
    for (const address of media) expect(address.startsWith(`${base}/`), address).toBe(true);
    const [json] = parseJsonFeed(await document("posts.json")).items!;
    expect(json!.content_html).toBe(html);
    expect(json!.image).toContain(`${base}/media/`);
    const [atom] = parseAtomFeed(await document("posts.atom")).entries!;
    expect(atom!.content?.value ?? atom!.content).toBe(html);
  });

  test("has the same id for a post in every form", async () => {
    const [rss] = parseRssFeed(await document("posts.rss")).items!;
    const [atom] = parseAtomFeed(await document("posts.atom")).entries!;
    const [json] = parseJsonFeed(await document("posts.json")).items!;
    expect([atom!.id, json!.id]).toEqual([`urn:uuid:${rss!.guid!.value}`, `urn:uuid:${rss!.guid!.value}`]);
  });

  test("has the GUID that a post had elsewhere, in Atom only if it may be an id", async () => {
    const rss = parseRssFeed(await document("posts.rss")).items!.slice(1, 3);
    const atom = parseAtomFeed(await document("posts.atom")).entries!.slice(1, 3);
    const json = parseJsonFeed(await document("posts.json")).items!.slice(1, 3);
    const guids = ["https://old.example/?p=103&a=1", "an old <id>"];
    expect(rss.map(({ guid }) => guid)).toEqual(guids.map((value) => ({ value, isPermaLink: false })));
    expect(json.map(({ id }) => id)).toEqual(guids);
    expect(atom.map(({ id }) => id)).toEqual([guids[0], expect.stringMatching(/^urn:uuid:/)]);
  });
});

describe("older posts", () => {
  test("are in archives of 50, filled from the oldest", async () => {
    const titles = async (name: string) =>
      parseRssFeed(await document(name)).items?.map(({ title }) => title);
    expect(await titles("posts-1.rss")).toEqual(numbers(50, 1));
    expect(await titles("posts-2.rss")).toEqual(numbers(100, 51));
    expect(await served(`${blogId}/posts-3.rss`)).toBeUndefined();
  });

  test("are found from the newest document backwards, and archives lead to it", async () => {
    const links = async (name: string) =>
      Object.fromEntries(
        [...(await document(name)).matchAll(/<(?:atom:)?link rel="([a-z-]+)"[^>]* href="([^"]+)"/g)].map(
          ([, rel, href]) => [rel, href!.replace(`${base}/_feeds/${blogId}/`, "")],
        ),
      );
    expect(await links("posts.rss")).toEqual({ self: "posts.rss", "prev-archive": "posts-2.rss" });
    expect(await links("posts-2.rss")).toEqual({
      self: "posts-2.rss",
      current: "posts.rss",
      "prev-archive": "posts-1.rss",
    });
    expect(await links("posts-1.atom")).toMatchObject({ self: "posts-1.atom", current: "posts.atom" });
    expect(await document("posts-1.atom")).toContain("<fh:archive/>");
    expect(await document("posts.atom")).not.toContain("<fh:archive/>");
  });

  test("stay as they are when a post is published", async () => {
    const before = await document("posts-2.rss");
    await applyFeedSite(feedSite({ posts: [...posts, blogPost("post-105")] }), folder);
    await renewAfresh();
    expect(await document("posts-2.rss")).toBe(before);
    expect(parseRssFeed(await document("posts.rss")).items![0]!.title).toBe("About post-105");
  });

  test("are linked as far as there are any when posts are withdrawn", async () => {
    await applyFeedSite(feedSite({ posts: posts.slice(0, 99) }), folder);
    await renewAfresh();
    expect(await served(`${blogId}/posts-2.rss`)).toBeUndefined();
    for (const name of ["posts.rss", "posts.json"]) {
      expect(await document(name)).toContain("/posts-1.");
      expect(await document(name)).not.toContain("/posts-2.");
    }
  });
});
