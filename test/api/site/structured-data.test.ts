// Proves contract rules: structured-data, share-pictures.

import { describe, expect, test } from "vitest";
import { base, blogPost, podcastEpisode, useFeedSite } from "#test/lib/feed-renewal/feed-site.ts";
import { visit } from "#test/support/site-pages.ts";

useFeedSite({ posts: [blogPost("one")], episodes: [podcastEpisode("frogs")] });

/** The objects that a page has for search engines, by their types. */
const dataOf = async (address: string): Promise<Record<string, Record<string, unknown>>> => {
  const { body } = await visit(address);
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(String(body)) ?? [];
  const graph = json === undefined ? [] : JSON.parse(json)["@graph"];
  return Object.fromEntries(graph.map((thing: Record<string, unknown>) => [thing["@type"], thing]));
};

const crumbsOf = (list: Record<string, unknown> = { itemListElement: [] }) =>
  (list.itemListElement as { position: number; item: string }[]).map(
    ({ position, item }) => `${position} ${item}`,
  );

describe("what search engines may know", () => {
  test("of a post is what it is, when, and where in the site", async () => {
    const { BlogPosting, BreadcrumbList } = await dataOf("/notes/one/");
    expect(BlogPosting).toMatchObject({
      "@id": `${base}/notes/one/`,
      headline: expect.any(String),
      datePublished: expect.stringMatching(/^\d{4}-.*Z$/),
      dateModified: expect.stringMatching(/^\d{4}-.*Z$/),
      isPartOf: { "@type": "Blog", "@id": `${base}/notes/` },
    });
    expect(crumbsOf(BreadcrumbList)).toEqual([`1 ${base}/`, `2 ${base}/notes/`, `3 ${base}/notes/one/`]);
  });

  test("of an episode is its podcast, and a file that can be heard", async () => {
    const { PodcastEpisode } = await dataOf("/calls/frogs/");
    expect(PodcastEpisode).toMatchObject({
      url: `${base}/calls/frogs/`,
      name: expect.any(String),
      partOfSeries: { "@type": "PodcastSeries", "@id": `${base}/calls/`, name: "Calls & cries" },
      associatedMedia: {
        "@type": "AudioObject",
        contentUrl: expect.stringContaining(`${base}/media/audios/`),
        encodingFormat: "audio/mpeg",
      },
    });
  });

  test("of a blog and a podcast is what they are, and the podcast's feed", async () => {
    expect((await dataOf("/notes/")).Blog).toMatchObject({ "@id": `${base}/notes/` });
    const { PodcastSeries } = await dataOf("/calls/");
    expect(PodcastSeries).toMatchObject({
      name: "Calls & cries",
      description: "One marsh sound at a time: reed & water.",
      webFeed: expect.stringContaining(`${base}/_feeds/`),
      image: expect.stringMatching(/-share\.jpg$/),
    });
  });

  test("of a filtered list, a page that is not found and the front page is nothing", async () => {
    expect(await dataOf("/notes/?search=frog")).toEqual({});
    expect(await dataOf("/nothing/")).toEqual({});
    expect(await dataOf("/")).toEqual({});
  });
});

test("a blog without a description for search engines is described to them by its own, as plain text", async () => {
  const { body } = await visit("/calls/");
  const text = "One marsh sound at a time: reed &amp; water.";
  expect(body).toContain(`<meta name="description" content="${text}"/>`);
  expect(body).toContain(`<meta property="og:description" content="${text}"/>`);
});

test("the page of an episode without a cover is shared with its podcast's artwork", async () => {
  const { body } = await visit("/calls/frogs/");
  const [, url] = /<meta property="og:image" content="([^"]*)"/.exec(String(body)) ?? [];
  expect(url).toMatch(/^https:\/\/notes\.example\/media\/images\/.*-share\.jpg$/);
});
