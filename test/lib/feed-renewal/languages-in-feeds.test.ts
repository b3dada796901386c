// Proves contract rules: post-language.

import { parseXml } from "@rgrove/parse-xml";
import { parseJsonFeed } from "feedsmith";
import { beforeAll, expect, test } from "vitest";
import { useMediaFolder } from "#test/lib/manifest/media-folder.ts";
import { useFiles } from "#test/support/files.ts";
import { useTable } from "#test/support/table.ts";
import { applyFeedSite, blogPost, feedSite, renewAfresh, served, writeSiteFiles } from "./feed-site.ts";

useTable();
useFiles();
const folder = useMediaFolder();
let blogId: number;
const document = async (name: string): Promise<string> => (await served(`${blogId}/${name}`))!;

beforeAll(async () => {
  await writeSiteFiles(folder);
  const detail = [{ type: "paragraph", value: "<p>שלום</p>" }];
  const posts = [blogPost("shalom", { language: "he", detail }), blogPost("hello", {})];
  const { ids } = await applyFeedSite(feedSite({ posts }, {}), folder);
  blogId = ids.pages.notes!;
  await renewAfresh();
});

test("the items of posts in another language say it, and their text has its direction; others are as before", async () => {
  const rss = await document("posts.rss");
  parseXml(rss);
  expect(rss.match(/<dc:language xmlns:dc="[^"]+">he<\/dc:language>/g)).toHaveLength(1);
  expect(rss.match(/&lt;div lang="he" dir="rtl"&gt;/g)?.length).toBe(1);
  const atom = await document("posts.atom");
  parseXml(atom);
  expect(atom.match(/<entry xml:lang="he">/g)).toHaveLength(1);
  expect(atom.match(/<entry>/g)).toHaveLength(1);
  const { items } = parseJsonFeed(await document("posts.json"));
  const byTitle = new Map(items!.map((item) => [item.language ?? "none", item.content_html]));
  expect([...byTitle.keys()].sort()).toEqual(["he", "none"]);
  expect(byTitle.get("he")).toMatch(/^<div lang="he" dir="rtl">.*שלום.*<\/div>$/s);
  expect(byTitle.get("none")).not.toContain("<div lang");
});
