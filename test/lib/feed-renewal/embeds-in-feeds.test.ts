// Proves contract rules: embeds.

import { parseXml } from "@rgrove/parse-xml";
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from "feedsmith";
import { beforeAll, expect, test } from "vitest";
import { useMediaFolder } from "#test/lib/manifest/media-folder.ts";
import { useFiles } from "#test/support/files.ts";
import { useTable } from "#test/support/table.ts";
import { applyFeedSite, blogPost, feedSite, renewAfresh, served, writeSiteFiles } from "./feed-site.ts";

useTable();
useFiles();
const folder = useMediaFolder();
const url = "https://youtu.be/aB3_-dEfGh1";
const embeds = [
  { url, title: "Dawn & dusk" },
  { url: "https://vimeo.com/76979871", image: { image: "artwork" } },
  { url: "https://mastodon.social/@iris/112233" },
];

let blogId: number;
const document = async (name: string): Promise<string> => (await served(`${blogId}/${name}`))!;

beforeAll(async () => {
  await writeSiteFiles(folder);
  const detail = embeds.map((value) => ({ type: "external_embed", value }));
  const site = { ready_blocks: ["external_embed"] };
  const { ids } = await applyFeedSite(feedSite({ posts: [blogPost("film", { detail })] }, { site }), folder);
  blogId = ids.pages.notes!;
  await renewAfresh();
});

test.each([
  [
    "RSS",
    async () => {
      const xml = await document("posts.rss");
      parseXml(xml);
      return parseRssFeed(xml).items![0]!.content!.encoded!;
    },
  ],
  [
    "Atom",
    async () => {
      const xml = await document("posts.atom");
      parseXml(xml);
      const { content } = parseAtomFeed(xml).entries![0]!;
      return String((content as { value?: string }).value ?? content);
    },
  ],
  ["JSON Feed", async () => parseJsonFeed(await document("posts.json")).items![0]!.content_html!],
])("an embed is a link in %s, below the site's own picture, and no frame", async (_, contentOf) => {
  const html = await contentOf();
  expect(html).toContain(`<p><a href="${url}">Dawn &amp; dusk</a></p>`);
  expect(html).toMatch(/<img src="[^"]+"[^>]*>.*<p><a href="https:\/\/vimeo\.com\/76979871">/);
  expect(html).toContain('<a href="https://mastodon.social/@iris/112233">');
  expect(html).not.toMatch(/iframe|data-frame|button|youtube-nocookie|player\.vimeo|112233\/embed/);
});
