// Proves contract rules: crawling.

import { parseXml } from "@rgrove/parse-xml";
import { afterEach, describe, expect, test } from "vitest";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { readFavicon, readRobots, readSitemap } from "#lib/routes/site-crawling.ts";
import { sitemap } from "#lib/surfaces/html/crawling.ts";
import { base, blogPost, closedBlog, podcastEpisode, useFeedSite } from "#test/lib/feed-renewal/feed-site.ts";
import { call } from "#test/support/call.ts";
import { visit } from "#test/support/site-pages.ts";

const site = useFeedSite({
  posts: [blogPost("one"), blogPost("two")],
  episodes: [podcastEpisode("frogs")],
  others: [closedBlog],
});

const artwork = () => Object.values(site.ids.images)[0]!;

const changeSettings = (changes: object) =>
  changeSite(async ({ settings }) => ({ settings: { ...settings, ...changes } }));

/** A process has one value of the setting; here a change of the site makes it forget its answers. */
const setRobots = async (value: string | undefined): Promise<void> => {
  if (value === undefined) delete process.env.SITE_ROBOTS;
  else process.env.SITE_ROBOTS = value;
  await changeSettings({});
};

afterEach(() => setRobots(undefined));

const addressesIn = (xml: string): string[] =>
  Array.from(xml.matchAll(/<loc>(.*?)<\/loc>/g), ([, address = ""]) => address.replace(base, ""));

describe("the sitemap", () => {
  test("lists what strangers may see, with the times of the last changes", async () => {
    const { status, body, headers } = await call(readSitemap);
    expect([status, headers["content-type"]]).toEqual([200, "application/xml; charset=utf-8"]);
    expect(() => parseXml(String(body))).not.toThrow();
    expect(addressesIn(String(body)).sort()).toEqual(
      ["/", "/calls/", "/calls/frogs/", "/notes/", "/notes/one/", "/notes/two/"].sort(),
    );
    const changed = new Map(
      Array.from(
        String(body).matchAll(/<loc>(.*?)<\/loc><lastmod>(.*?)<\/lastmod>/g),
        ([, address = "", instant = ""]) => [address.replace(base, ""), instant] as const,
      ),
    );
    expect(changed.get("/notes/one/")).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(changed.get("/notes/")! >= changed.get("/notes/two/")!).toBe(true);
  });

  test("is the same for people with more rights, and a 304 for those who have it", async () => {
    const { headers } = await call(readSitemap);
    const again = await call(readSitemap, { headers: { "if-none-match": headers.etag! } });
    expect(again.status).toBe(304);
  });

  test("with more pages than fit is an index of parts, which together have each page once", async () => {
    const catalog = await currentCatalog();
    const index = sitemap(catalog, base, null, 4) ?? "";
    expect(addressesIn(index)).toEqual(["/sitemap.xml?part=1", "/sitemap.xml?part=2"]);
    const parts = [1, 2].map((part) => sitemap(catalog, base, part, 4) ?? "");
    expect(parts.map((part) => addressesIn(part).length)).toEqual([4, 2]);
    expect(new Set(parts.flatMap(addressesIn)).size).toBe(6);
    for (const xml of [index, ...parts]) expect(() => parseXml(xml)).not.toThrow();
  });

  test.each(["0", "2", "-1", "many", "", "99999999999999999999"])("has no part %j", async (part) => {
    expect((await call(readSitemap, { query: `part=${part}` })).status).toBe(404);
  });

  test("does not exist where search engines may index nothing", async () => {
    await setRobots("none");
    expect((await call(readSitemap)).status).toBe(404);
  });
});

describe("what crawlers are told", () => {
  const robots = async () => {
    const { body, headers } = await call(readRobots);
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    return String(body);
  };

  test("is where the sitemap is", async () => {
    expect(await robots()).toBe(
      `User-agent: *\nDisallow: /api/\nDisallow: /accounts/\n\nSitemap: ${base}/sitemap.xml\n`,
    );
    expect((await visit("/notes/one/")).body).not.toContain("noindex");
  });

  test("is to stay away, where nothing may be indexed; the pages say so too", async () => {
    await setRobots("none");
    expect(await robots()).toBe("User-agent: *\nDisallow: /\n");
    for (const address of ["/", "/notes/", "/notes/one/"])
      expect((await visit(address)).body).toContain('<meta name="robots" content="noindex"/>');
    for (const address of ["/index.md", "/notes.md", "/notes/one.md", "/calls/subscribe.md"]) {
      const { status, headers } = await visit(address);
      expect([status, headers["x-robots-tag"], headers.link]).toEqual([200, "noindex", undefined]);
    }
  });

  test("is the setting's own text", async () => {
    await setRobots("User-agent: GPTBot\nDisallow: /\n");
    expect(await robots()).toBe("User-agent: GPTBot\nDisallow: /\n");
    expect((await visit("/notes/")).body).not.toContain("noindex");
  });

  test("is a 304 for those who have it", async () => {
    const { headers } = await call(readRobots);
    expect((await call(readRobots, { headers: { "if-none-match": headers.etag! } })).status).toBe(304);
  });
});

describe("/favicon.ico", () => {
  afterEach(() => changeSettings({ favicon: null }));

  test("leads to the site's icon", async () => {
    await changeSettings({ favicon: artwork() });
    const { status, headers } = await call(readFavicon);
    expect([status, headers.location]).toEqual([
      302,
      expect.stringMatching(new RegExp(`^/media/images/${artwork()}/`)),
    ]);
  });

  test.each([
    ["has none", null],
    ["has lost it", 99_999],
  ])("is a 404 where the site %s", async (_, favicon) => {
    await changeSettings({ favicon });
    expect((await call(readFavicon)).status).toBe(404);
  });

  test("is a 404 where strangers may not see the image", async () => {
    await changeSettings({ favicon: artwork() });
    await changeSite(async ({ collections }) => ({
      collections: collections.map((each) => ({ ...each, restriction: { type: "login" } as const })),
    }));
    expect((await call(readFavicon)).status).toBe(404);
  });
});
