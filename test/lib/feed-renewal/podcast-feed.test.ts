// Proves contract rules: podcast-feeds, feed-soundbites, episode-files, episode-explicit.

import { parseXml } from "@rgrove/parse-xml";
import { parseRssFeed } from "feedsmith";
import { beforeAll, describe, expect, test } from "vitest";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { publicEpisodes } from "#lib/surfaces/content/podcast-episodes.ts";
import { useMediaFolder } from "#test/lib/manifest/media-folder.ts";
import { useFiles } from "#test/support/files.ts";
import { useTable } from "#test/support/table.ts";
import {
  applyFeedSite,
  base,
  feedSite,
  podcastEpisode,
  renewAfresh,
  served,
  writeSiteFiles,
} from "./feed-site.ts";

useTable();
useFiles();
const folder = useMediaFolder();

let podcastId: number;
let episodeId: number;
let xml: string;
let feed: ReturnType<typeof parseRssFeed>;

beforeAll(async () => {
  await writeSiteFiles(folder);
  const frogs = podcastEpisode("frogs", {
    search_description: "Frogs & toads",
    detail: [{ type: "paragraph", value: '<p>The <a href="/calls/said/">text</a> of frogs</p>' }],
    tags: ["pond"],
    categories: ["birds"],
    block: true,
    cover_image: { image: "artwork" },
    persons: [
      { name: "Ada & co", image: { image: "artwork" } },
      { name: "Cy", role: "Editor", group: "audio post-production", link: "https://cy.example/" },
    ],
    soundbites: [
      { start: "1:13.5", duration: 60 },
      { start: 1.25, duration: 15, title: "Frogs & <toads>" },
    ],
  });
  const unsaid = podcastEpisode("unsaid", { explicit: null, visible_date: "2026-01-01T00:00:00Z" });
  const said = podcastEpisode("said", { explicit: 1, visible_date: "2025-01-01T00:00:00Z" });
  // The zone is for the days that pages show: dates of feeds are instants.
  const site = feedSite({ episodes: [frogs, unsaid, said] }, { site: { timezone: "Pacific/Kiritimati" } });
  const { ids } = await applyFeedSite(site, folder);
  podcastId = ids.pages.calls!;
  episodeId = ids.pages.frogs!;
  await renewAfresh();
  xml = (await served(`${podcastId}/mp3.rss`))!;
  feed = parseRssFeed(xml);
});

test("the feed is well-formed XML", () => {
  expect(parseXml(xml).root?.name).toBe("rss");
});

const media = (path: string) => expect.stringMatching(`^${base}/media/${path}$`);

/** What a feed parser reads of the channel, and the field of the manifest that it comes from. */
test.each<[string, (read: typeof feed) => unknown, unknown]>([
  ["title", (read) => read.title, "Calls & cries"],
  ["page's address", (read) => read.link, `${base}/calls/`],
  ["description", (read) => read.description, "One marsh sound at a time: reed & water."],
  ["summary for directories", (read) => read.itunes?.summary, "One marsh sound at a time: reed & water."],
  ["language", (read) => read.language, "en-GB"],
  ["copyright", (read) => read.copyright, "© 2026 Field Notes"],
  ["artwork", (read) => read.itunes?.image, media("images/\\d+/\\w+/artwork.png")],
  [
    "artwork in the podcast namespace",
    () => /<podcast:image ([^>]*)\/>/.exec(xml)?.[1],
    expect.stringMatching(
      /^href="[^"]*artwork\.png" purpose="artwork" aspect-ratio="1\/1" width="1400" height="1400"$/,
    ),
  ],
  ["artwork for readers", (read) => read.image?.url, media("images/\\d+/\\w+/artwork.png")],
  ["subtitle", (read) => read.itunes?.subtitle, "Sounds of a marsh"],
  ["author", (read) => read.itunes?.author, "Ada and Bo"],
  ["host", (read) => read.podcast?.persons, [{ display: "Ada and Bo", role: "host" }]],
  ["owner", (read) => read.itunes?.owner, { name: "Ada", email: "ada@notes.example" }],
  [
    "categories",
    (read) => read.itunes?.categories,
    [{ text: "Science", categories: [{ text: "Nature" }] }, { text: "Arts" }],
  ],
  ["explicit", (read) => read.itunes?.explicit, false],
  ["type", (read) => read.itunes?.type, "serial"],
  ["funding", (read) => read.podcast?.fundings, [{ url: `${base}/give`, display: "Buy us waders" }]],
  ["lock", (read) => read.podcast?.locked, { value: true, owner: "ada@notes.example" }],
  [
    "licence",
    (read) => read.podcast?.license,
    { display: "cc-by-4.0", url: "https://creativecommons.org/licenses/by/4.0/" },
  ],
  [
    "place",
    (read) => read.podcast?.locations ?? read.podcast?.location,
    [{ display: "The marsh", geo: "geo:52.6,1.6", osm: "R113314" }],
  ],
  ["frequency", (read) => read.podcast?.updateFrequency, { display: "Each spring", rrule: "FREQ=YEARLY" }],
  [
    "texts for services",
    (read) => read.podcast?.txts,
    [{ display: "reed-17", purpose: "verify" }, { display: "& more" }],
  ],
  ["new address", (read) => read.itunes?.newFeedUrl, "https://elsewhere.example/calls.rss"],
  ["GUID", (read) => read.podcast?.guid, "917393e3-1b1e-5cef-ace4-edaa54e1f810"],
  [
    "own address",
    (read) => read.atom?.links,
    [
      {
        rel: "self",
        type: "application/rss+xml",
        href: expect.stringMatching(`^${base}/_feeds/\\d+/mp3.rss$`),
      },
    ],
  ],
])("a feed parser finds the podcast's %s", (_, find, expected) => {
  expect(find(feed)).toEqual(expected);
});

type Item = NonNullable<typeof feed.items>[number];

test.each<[string, (item: Item) => unknown, unknown]>([
  ["title", (item) => item.title, "About frogs"],
  ["page's address", (item) => item.link, `${base}/calls/frogs/`],
  [
    "GUID, which is no address",
    (item) => item.guid,
    { value: expect.stringMatching(/^[\da-f-]{36}$/), isPermaLink: false },
  ],
  ["date", (item) => item.pubDate, "Fri, 02 Jan 2026 03:04:05 +0000"],
  ["categories and tags", (item) => item.categories, [{ name: "Birds & others" }, { name: "pond" }]],
  ["summary", (item) => item.itunes?.summary, "Frogs & toads"],
  [
    "notes, with their links",
    (item) => item.description,
    `<p>The <a href="${base}/calls/said/">text</a> of frogs</p>`,
  ],
  [
    "whole text",
    (item) => item.content?.encoded,
    expect.stringMatching(/<p>The <a [^>]+>text<\/a> of frogs/),
  ],
  [
    "enclosure",
    (item) => item.enclosures,
    [{ url: media("audios/\\d+/\\w+/frogs.mp3"), length: 8598, type: "audio/mpeg" }],
  ],
  ["title for directories", (item) => item.itunes?.title, "About frogs"],
  ["subtitle", (item) => item.itunes?.subtitle, "Before the clocks"],
  ["picture", (item) => item.itunes?.image, media("images/\\d+/\\w+/artwork.png")],
  ["duration in seconds", (item) => item.itunes?.duration, 2],
  ["explicit", (item) => item.itunes?.explicit, false],
  ["type", (item) => item.itunes?.episodeType, "bonus"],
  ["season", (item) => item.itunes?.season, 1],
  ["season's name", (item) => item.podcast?.season, { number: 1, name: "The first spring" }],
  ["number", (item) => item.itunes?.episode, 1],
  ["number once more", (item) => item.podcast?.episode, { number: 1 }],
  ["keywords", (item) => item.itunes?.keywords, ["frogs", "marsh"]],
  [
    "persons, who replace those of the podcast",
    (item) => item.podcast?.persons,
    [
      { display: "Ada & co", img: media("images/\\d+/\\w+/artwork.png") },
      { display: "Cy", role: "Editor", group: "audio post-production", href: "https://cy.example/" },
    ],
  ],
  ["block", (item) => item.itunes?.block, true],
  [
    "chapters inside of the feed",
    (item) => item.psc?.chapters,
    [
      { start: "00:00:00.000", title: "From <afar>", href: `${base}/afar` },
      { start: "00:00:01.500", title: "Near" },
    ],
  ],
  [
    "chapters as a file",
    (item) => item.podcast?.chapters,
    {
      url: expect.stringMatching(/\/_feeds\/\d+\/\d+-chapters\.json$/),
      type: "application/json+chapters",
    },
  ],
  [
    "transcripts",
    (item) => item.podcast?.transcripts,
    [
      { url: expect.stringMatching(/\/\d+\.vtt$/), type: "text/vtt" },
      { url: expect.stringMatching(/\/\d+\.srt$/), type: "application/x-subrip" },
      { url: expect.stringMatching(/\/\d+-transcript\.json$/), type: "application/json" },
    ],
  ],
])("a feed parser finds the episode's %s", (_, find, expected) => {
  expect(feed.items).toHaveLength(3);
  expect(find(feed.items![0]!)).toEqual(expected);
});

test("soundbites of an episode are in each feed that has it, and of no other item", async () => {
  for (const form of ["mp3", "opus", "episodes"]) {
    const items = (await served(`${podcastId}/${form}.rss`))!.split("<item>").slice(1);
    const bites = items.map((item) => item.match(/<podcast:soundbite.*/g));
    expect(bites.filter((found) => found !== null)).toEqual([
      [
        '<podcast:soundbite startTime="1.25" duration="15">Frogs &amp; &lt;toads&gt;</podcast:soundbite>',
        '<podcast:soundbite startTime="73.5" duration="60"/>',
      ],
    ]);
    expect(items[0]).toContain("podcast:soundbite");
  }
});

test("an episode that does not say whether it is explicit is what its podcast is", () => {
  const explicit = (slug: string) =>
    feed.items!.find((item: Item) => item.title === `About ${slug}`)!.itunes?.explicit;
  expect([explicit("unsaid"), explicit("said")]).toEqual([false, true]);
});

test("each audio format has a feed of its own, with its own file", async () => {
  const opus = parseRssFeed((await served(`${podcastId}/opus.rss`))!);
  expect(opus.items![0]!.enclosures).toEqual([
    { url: media("audios/\\d+/\\w+/frogs.opus"), length: expect.any(Number), type: "audio/opus" },
  ]);
  expect(opus.podcast?.guid).toBe(feed.podcast?.guid);
  expect(opus.items![0]!.guid).toEqual(feed.items![0]!.guid);
  expect(await served(`${podcastId}/m4a.rss`)).toBeUndefined();
});

test("an episode without the format of a feed is in that of all episodes, which names its other formats", async () => {
  const alternatives = `<podcast:alternateEnclosure type="audio/opus" length="(\\d+)">\\s*<podcast:source uri="${base}/media/[^"]+/frogs.opus"/>`;
  const all = (await served(`${podcastId}/episodes.rss`))!;
  expect(all).toMatch(new RegExp(alternatives));
  expect(xml).not.toContain("podcast:alternateEnclosure");
  const whole = parseRssFeed(all);
  expect(whole.items!.map((item: Item) => item.guid)).toEqual(feed.items!.map((item: Item) => item.guid));
  expect(whole.items![0]!.enclosures).toEqual(feed.items![0]!.enclosures);

  // One that is Opus only.
  const { ids } = await applyFeedSite(
    feedSite({
      episodes: [podcastEpisode("frogs"), podcastEpisode("toads", { podcast_audio: { audio: "toads" } })],
    }),
    folder,
  );
  await renewAfresh();
  const titlesIn = async (name: string) =>
    parseRssFeed((await served(`${ids.pages.calls}/${name}`))!).items!.map(({ title }) => title);
  expect((await titlesIn("episodes.rss")).sort()).toEqual(["About frogs", "About toads"]);
  expect(await titlesIn("mp3.rss")).toEqual(["About frogs"]);
  expect((await titlesIn("opus.rss")).sort()).toEqual(["About frogs", "About toads"]);
});

test("a trailer stands at the head of the feed, too, with its season and its file", async () => {
  const trailer = podcastEpisode("soon", { title: "Soon & near", episode_type: "trailer" });
  const { ids } = await applyFeedSite(feedSite({ episodes: [podcastEpisode("frogs"), trailer] }), folder);
  await renewAfresh();
  for (const form of ["mp3", "opus"]) {
    const text = (await served(`${ids.pages.calls}/${form}.rss`))!;
    const heads = text.slice(0, text.indexOf("<item>"));
    expect(heads.match(/<podcast:trailer [^>]*>[^<]*/g)).toEqual([
      expect.stringMatching(
        new RegExp(
          `pubdate="[^"]+ \\+0000" url="${base}/media/[^"]+/frogs.${form}" length="\\d+" type="audio/[a-z]+" season="1">Soon &amp; near`,
        ),
      ),
    ]);
  }
});

test("a feed has the newest 2,000 episodes", () => {
  const ids = Uint32Array.from({ length: 2_001 }, (_, index) => 5_000 - index);
  const catalog: Pick<Catalog, "idsOf"> = { idsOf: () => ids };
  expect(publicEpisodes(catalog, 1)).toEqual(ids.subarray(0, 2_000));
});

describe("the files beside an episode", () => {
  test("have the chapters as the podcast namespace writes them", async () => {
    expect(JSON.parse((await served(`${podcastId}/${episodeId}-chapters.json`))!)).toEqual({
      version: "1.2.0",
      chapters: [
        { startTime: 0, title: "From <afar>", url: `${base}/afar` },
        { startTime: 1.5, title: "Near" },
      ],
    });
  });

  test("have the transcript as WebVTT, with its speakers, and nothing that is markup", async () => {
    expect(await served(`${podcastId}/${episodeId}.vtt`)).toBe(
      "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\n<v Ada>Listen --&gt; there &amp; &lt;now&gt;\n\n" +
        "00:00:01.500 --> 00:00:02.500\n<v Bo>A frog.\n",
    );
  });

  test("have the transcript as SubRip", async () => {
    expect(await served(`${podcastId}/${episodeId}.srt`)).toBe(
      "1\n00:00:00,000 --> 00:00:01,500\nAda: Listen → there & <now>\n\n" +
        "2\n00:00:01,500 --> 00:00:02,500\nBo: A frog.\n",
    );
  });

  test("have the transcript as JSON", async () => {
    expect(JSON.parse((await served(`${podcastId}/${episodeId}-transcript.json`))!)).toEqual({
      version: "1.0.0",
      segments: [
        { speaker: "Ada", startTime: 0, endTime: 1.5, body: "Listen --> there & <now>" },
        { speaker: "Bo", startTime: 1.5, endTime: 2.5, body: "A frog." },
      ],
    });
  });
});
