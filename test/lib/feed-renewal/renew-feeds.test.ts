// Proves contract rules: feed-freshness, feed-privacy, feed-guids, feed-origin, podcast-guid.

import { parseRssFeed } from "feedsmith";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { putNewer } from "#lib/feed-renewal/feed-documents.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { Restriction } from "#lib/pages/restriction.ts";
import { useMediaFolder } from "#test/lib/manifest/media-folder.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { storedFileKeys, useFiles } from "#test/support/files.ts";
import { costOf } from "#test/support/metering.ts";
import {
  allServed,
  applyFeedSite,
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
beforeAll(async () => {
  process.env.CATALOG_FILE = ":memory:";
  await writeSiteFiles(folder);
  // One table for all tests, each of which applies a site of its own: media are read once.
  await useEmptyTable();
});
beforeEach(() => removeFiles("_feeds", "feed-state"));

const removeFiles = async (...folders: readonly string[]): Promise<void> => {
  const files = await openFiles();
  for (const name of folders) for await (const { key } of files.list(fileKey(name))) await files.delete(key);
};

const titles = async (path: string): Promise<readonly unknown[] | undefined> => {
  const xml = await served(path);
  return xml === undefined ? undefined : (parseRssFeed(xml).items ?? []).map(({ title }) => title);
};

/** Applies a site, renews its feeds, and gives the ids of its pages. */
const renewed = async (...site: Parameters<typeof feedSite>) => {
  const { ids } = await applyFeedSite(feedSite(...site), folder);
  const written = await renewAfresh();
  return { ...ids.pages, written } as { readonly [page: string]: number } & { readonly written: object };
};

describe("feeds follow the site", () => {
  test("a second run changes nothing, and stores nothing", async () => {
    await renewed({ posts: [blogPost("one")], episodes: [podcastEpisode("frogs")] });
    const before = await allServed();
    expect(await renewAfresh()).toMatchObject({ stored: 0, removed: 0 });
    expect(await allServed()).toEqual(before);
  });

  test("a comment, a draft and a setting that feeds do not show store nothing", async () => {
    const site = (fields: object = {}, settings: object = {}) =>
      feedSite({ posts: [blogPost("one", fields)] }, { site: settings });
    await applyFeedSite(site(), folder);
    await renewAfresh();
    const before = await allServed();
    const comments = [{ name: "Bo", body: "Lovely!", moderation: "ham" }];
    const unseen = { comments, draft: { title: "Later" }, show_in_menus: true };
    await applyFeedSite(site(unseen, { navigation: [{ title: "Notes", url: "/notes/" }] }), folder);
    expect(await renewAfresh()).toMatchObject({ stored: 0, removed: 0 });
    expect(await allServed()).toEqual(before);
  });

  test("a post that is withdrawn leaves its feed", async () => {
    const { notes } = await renewed({ posts: [blogPost("one"), blogPost("two")] });
    expect(await titles(`${notes}/posts.rss`)).toEqual(["About two", "About one"]);
    await renewed({ posts: [blogPost("one"), blogPost("two", { live: false })] });
    expect(await titles(`${notes}/posts.rss`)).toEqual(["About one"]);
  });

  test.each(["login", "groups", "password"])(
    "a post that is restricted by %s enters no feed, nor does one below a restricted blog",
    async (type) => {
      const restriction = {
        login: { type },
        groups: { type, groups: ["Readers"] },
        password: { type, password: "reed-warbler-nest" },
      }[type]!;
      const groups = { groups: [{ name: "Readers" }] };
      const site = (posts: object[], blog = {}) => ({ ...feedSite({ posts }, { blog }), ...groups });
      const { ids } = await applyFeedSite(
        site([blogPost("open"), blogPost("closed", { restriction })]),
        folder,
      );
      await renewAfresh();
      expect(await titles(`${ids.pages.notes}/posts.rss`)).toEqual(["About open"]);
      await applyFeedSite(site([blogPost("open")], { restriction }), folder);
      await renewAfresh();
      expect(Object.keys(await allServed()).filter((path) => path.startsWith(`${ids.pages.notes}/`))).toEqual(
        [],
      );
    },
  );

  test("an audio that strangers may not hear is no enclosure", async () => {
    const { calls } = await renewed({ episodes: [podcastEpisode("frogs")] });
    expect(await titles(`${calls}/mp3.rss`)).toEqual(["About frogs"]);
    const site = feedSite({ episodes: [podcastEpisode("frogs")] });
    await applyFeedSite({ ...site, collections: [{ path: "Root", restriction: { type: "login" } }] }, folder);
    await renewAfresh();
    expect(await allServed()).not.toHaveProperty(`${calls}/mp3.rss`);
    expect(JSON.stringify(await allServed())).not.toContain(".mp3");
  });

  test("GUIDs stay through a rename, a publication, and a move to another domain", async () => {
    const guids = async (id: number) => {
      const feed = parseRssFeed((await served(`${id}/mp3.rss`))!);
      return {
        links: feed.items?.map(({ link }) => link),
        guids: [feed.podcast?.guid, feed.items?.[0]?.guid],
      };
    };
    const noGuid = { podcast: { podcast: { author: "Ada" } } };
    const { calls } = await renewed({ episodes: [podcastEpisode("frogs")] }, noGuid);
    const before = await guids(calls!);
    expect(before.guids[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    await renewed(
      { episodes: [podcastEpisode("frogs", { title: "Anew" })] },
      { ...noGuid, site: { base_url: "https://moved.example" } },
    );
    const after = await guids(calls!);
    expect(after.links).toEqual(["https://moved.example/calls/frogs/"]);
    expect(after.guids).toEqual(before.guids);
  });

  test("addresses are those of the deployment where the site has none of its own", async () => {
    vi.stubEnv("PUBLIC_ORIGIN", "https://d1.example");
    const { notes } = await renewed({ posts: [blogPost("one")] }, { site: { base_url: null } });
    expect(await served(`${notes}/posts.rss`)).toContain("<link>https://d1.example/notes/one/</link>");
    vi.unstubAllEnvs();
    await removeFiles("_feeds", "feed-state");
    expect(await renewAfresh()).toMatchObject({ stored: 0, removed: 0 });
  });

  test.each<[string, Parameters<typeof feedSite>[1] & { readonly categories?: readonly object[] }]>([
    ["a category gets another name", { categories: [{ slug: "birds", name: "Fowl" }] }],
    ["the podcast gets another artwork", { podcast: { podcast: { author: "Bo" } } }],
    ["the site moves", { site: { base_url: "https://moved.example" } }],
  ])("what was made before is made again when %s, as if from nothing", async (_, { categories, ...more }) => {
    const { frogs } = await renewed({ episodes: [podcastEpisode("frogs")] });
    const content = {
      posts: [
        blogPost("one", {
          categories: ["birds"],
          detail: [{ type: "paragraph", value: `<p>A <a linktype="page" id="${frogs}">link</a></p>` }],
        }),
      ],
      episodes: [podcastEpisode("frogs")],
    };
    await renewed(content);
    const before = await allServed();
    await applyFeedSite({ ...feedSite(content, more), ...(categories && { categories }) }, folder);
    await renewAfresh();
    const after = await allServed();
    expect(after).not.toEqual(before);
    await removeFiles("_feeds", "feed-state");
    await renewAfresh();
    expect(await allServed()).toEqual(after);
  });
});

describe("a run that was cut off", () => {
  const content = { posts: [blogPost("one")], episodes: [podcastEpisode("frogs")] };

  test("is completed by the next, wherever it ended", async () => {
    await applyFeedSite(feedSite(content), folder);
    await renewAfresh();
    const whole = await allServed();
    for (let changes = 0; ; changes++) {
      await removeFiles("_feeds", "feed-state");
      if (await renewUntil(changes)) break;
      await renewAfresh();
      expect(await allServed()).toEqual(whole);
    }
  });

  test("leaves nothing of a blog that is restricted before the next, wherever it ended", async () => {
    const { ids } = await applyFeedSite(feedSite(content), folder);
    const restrict = async (restriction: Restriction | null) => {
      for (const page of ["notes", "calls"]) await setPageProperties(ids.pages[page]!, { restriction });
    };
    for (let changes = 0; ; changes++) {
      await removeFiles("_feeds", "feed-state");
      await restrict(null);
      if (await renewUntil(changes)) break;
      await restrict({ type: "login" });
      await renewAfresh();
      expect([changes, await allServed()]).toEqual([changes, {}]);
    }
  });

  test.each(["_feeds/", "feed-state/"])("mends each file below %s that is lost or damaged", async (place) => {
    await renewed(content);
    const whole = await allServed();
    const files = await openFiles();
    const keys = (await storedFileKeys()).filter((key) => key.startsWith(place));
    expect(keys.length).toBeGreaterThan(3);
    for (const key of keys) {
      await files.delete(fileKey(key));
      await renewAfresh();
      expect([key, await allServed()]).toEqual([key, whole]);
      await files.put(fileKey(key), Buffer.from('{"chunks":'), "application/json");
      await renewAfresh();
      expect([key, await allServed()]).toEqual([key, whole]);
    }
  });

  test("whose transcript could not be read is tried again", async () => {
    await applyFeedSite(feedSite(content), folder);
    const files = await openFiles();
    const get = files.get;
    const spy = vi
      .spyOn(files, "get")
      .mockImplementation((key, ...others) =>
        key.includes("transcript") || key.endsWith("frogs.json")
          ? Promise.reject(new Error("The store does not answer."))
          : get(key, ...others),
      );
    await expect(renewAfresh()).rejects.toThrow("1 feeds could not be renewed");
    spy.mockRestore();
    await renewAfresh();
    expect(Object.keys(await allServed()).filter((path) => path.endsWith(".vtt"))).toHaveLength(1);
  });
});

describe("two runs at once", () => {
  test("the one that has read the log further wins, in whichever order they write", async () => {
    const { notes } = await renewed({ posts: [blogPost("one")] });
    const files = await openFiles();
    const path = `_feeds/${notes}/posts.rss`;
    const document = (body: string) => ({ path, contentType: "application/rss+xml", body });
    const at = (highest: number, ...gaps: number[]) => ({ epoch: "log", highest, gaps });
    const put = (body: string, ...position: number[]) =>
      putNewer(files, document(body), at(position[0]!, ...position.slice(1)), null);
    expect(await put("later", 1_000)).toBeDefined();
    expect(await put("earlier", 999)).toBeUndefined();
    expect(await put("with a gap", 1_000, 998)).toBeUndefined();
    expect(await served(`${notes}/posts.rss`)).toBe("later");
    const order = [1_001, 1_004, 1_002, 1_003];
    await Promise.all(order.map((highest) => put(`at ${highest}`, highest)));
    expect(await served(`${notes}/posts.rss`)).toBe("at 1004");
    await putNewer(files, document("of another log"), { ...at(5), epoch: "restored" }, null);
    expect(await served(`${notes}/posts.rss`)).toBe("of another log");
  });

  test("a slow run that stores late does not bring back what was withdrawn", async () => {
    const { notes } = await renewed({ posts: [blogPost("one"), blogPost("two")] });
    await removeFiles("_feeds", "feed-state");
    const files = await openFiles();
    const putIfMatch = files.putIfMatch;
    let isRestricted: Promise<unknown> | undefined;
    const spy = vi.spyOn(files, "putIfMatch").mockImplementation(async (key, ...others) => {
      if (key === `_feeds/${notes}/posts.rss` && !isRestricted) {
        const restricted = feedSite(
          { posts: [blogPost("one")] },
          { blog: { restriction: { type: "login" } } },
        );
        isRestricted = applyFeedSite(restricted, folder).then(renewAfresh);
        await isRestricted;
      }
      return putIfMatch(key, ...others);
    });
    await renewAfresh();
    spy.mockRestore();
    expect(isRestricted).toBeDefined();
    expect(Object.keys(await allServed()).filter((path) => path.startsWith(`${notes}/`))).toEqual([]);
  });

  test("many runs beside publications end with what a run from nothing makes", async () => {
    const posts: object[] = [];
    await renewed({ posts });
    const runs: Promise<unknown>[] = [];
    for (let count = 1; count <= 6; count++) {
      posts.push(blogPost(`post-${count}`));
      await applyFeedSite(feedSite({ posts }), folder);
      runs.push(renewAfresh(), renewAfresh());
    }
    await Promise.all(runs);
    await renewAfresh();
    const served = await allServed();
    await removeFiles("_feeds", "feed-state");
    await renewAfresh();
    expect(await allServed()).toEqual(served);
  });
});

test("a publication in a podcast costs at most five requests to the table, and reads no other episode", async () => {
  const episodes = Array.from({ length: 30 }, (_, index) => podcastEpisode(`call-${index}`));
  await renewed({ episodes });
  await applyFeedSite(feedSite({ episodes: [...episodes, podcastEpisode("newest")] }), folder);
  // The first catalog of a process reads all listings; that is not what is measured.
  await currentCatalog();
  const { requests, readUnits } = await costOf(renewAfresh);
  expect(requests).toBe(4);
  expect(readUnits).toBeLessThan(episodes.length / 4);
});
