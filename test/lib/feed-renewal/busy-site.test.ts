// Proves contract rules: feed-freshness, feed-privacy.

import { setImmediate as nextTurn } from "node:timers/promises";
import { parseRssFeed } from "feedsmith";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { clock } from "#lib/clock.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { readStoredContents } from "#lib/store/stored-contents.ts";
import { useMediaFolder } from "#test/lib/manifest/media-folder.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { useFiles } from "#test/support/files.ts";
import {
  allServed,
  applyFeedSite,
  blogPost,
  feedSite,
  podcastEpisode,
  renewAfresh,
  served,
  writeSiteFiles,
} from "./feed-site.ts";

vi.mock("node:timers/promises", { spy: true });
vi.mock("#lib/store/stored-contents.ts", { spy: true });
// A change in a pause of the table would wait for the catalog, which waits for the end of that pause.
vi.mock("#lib/store/sqlite/let-others-run.ts", () => ({ letOthersRun: async () => {} }));

useFiles();
const folder = useMediaFolder();
beforeAll(async () => {
  process.env.CATALOG_FILE = ":memory:";
  await writeSiteFiles(folder);
  await useEmptyTable();
});
beforeEach(() => removeFeeds());
afterEach(() => calmDown());

/** Ends all changes. */
const calmDown = (): void => {
  vi.restoreAllMocks();
  for (const spied of [nextTurn, readStoredContents]) vi.mocked<() => unknown>(spied as never).mockReset();
};

const removeFeeds = async (): Promise<void> => {
  const files = await openFiles();
  for (const name of ["_feeds", "feed-state"])
    for await (const { key } of files.list(fileKey(name))) await files.delete(key);
};

/** Does something, and makes the catalog of the process follow it. */
const changing = (change: () => Promise<unknown>) => {
  let isChanging = false;
  let count = 0;
  return {
    count: () => count,
    /** Not while a change is made, which pauses and reads, too. */
    change: async (): Promise<void> => {
      if (isChanging) return;
      isChanging = true;
      count += 1;
      await change();
      await currentCatalog();
      isChanging = false;
    },
  };
};

/** Calls this in each pause of a run, after each file that it reads or stores, and around reads of posts. */
const atEachStep = async (change: () => Promise<void>): Promise<void> => {
  vi.mocked(nextTurn).mockImplementation(change as never);
  const files = await openFiles();
  for (const name of ["get", "putIfMatch"] as const) {
    const work = files[name] as (...given: unknown[]) => Promise<unknown>;
    vi.spyOn(files, name).mockImplementation((async (...given: unknown[]) => {
      const result = await work(...given);
      await change();
      return result;
    }) as never);
  }
  const { readStoredContents: read } = await vi.importActual<{
    readStoredContents: typeof readStoredContents;
  }>("#lib/store/stored-contents.ts");
  vi.mocked(readStoredContents).mockImplementation(async (...given) => {
    await change();
    const result = await read(...given);
    await change();
    return result;
  });
};

const permit = () => {};
const withdraw = (id: number) => unpublishPage(id, { permit });
const publish = (id: number) => publishPage(id, { publisherId: null, permit });

const textOf = (target: number | undefined) => ({
  detail: [{ type: "paragraph", value: `<p>See <a linktype="page" id="${target}">this</a></p>` }],
});

test("a site that changes at every step of a run has feeds that are true at one moment, then the newest", async () => {
  const { ids } = await applyFeedSite(feedSite({ posts: [blogPost("linked")] }), folder);
  const { notes, linked } = ids.pages;
  const others = Array.from({ length: 8 }, (_, index) => blogPost(`post-${index}`, textOf(linked)));
  const posts = [...others, blogPost("linked")];
  await applyFeedSite(feedSite({ posts, episodes: [podcastEpisode("frogs")] }), folder);
  let isLive = true;
  const { change, count } = changing(async () => {
    await (isLive ? withdraw(linked!) : publish(linked!));
    isLive = !isLive;
  });
  await atEachStep(change);
  const { stored } = await renewAfresh();
  calmDown();
  expect(count()).toBeGreaterThan(20);
  // Each document is made twice at most.
  expect(stored).toBeLessThanOrEqual(2 * Object.keys(await allServed()).length);

  const items = parseRssFeed((await served(`${notes}/posts.rss`))!).items!;
  const linking = items.filter(({ content }) => content!.encoded!.includes("/notes/linked/"));
  const hasLinked = items.some(({ title }) => title === "About linked");
  expect([items.length, linking.length]).toEqual(hasLinked ? [9, 8] : [8, 0]);

  await renewAfresh();
  const newest = await allServed();
  await removeFeeds();
  await renewAfresh();
  expect(await allServed()).toEqual(newest);
});

test("posts that are withdrawn whenever contents are read keep no run from its end", async () => {
  const posts = Array.from({ length: 12 }, (_, index) => blogPost(`post-${index}`));
  const { ids } = await applyFeedSite(feedSite({ posts }), folder);
  const left = posts.map((_, index) => ids.pages[`post-${index}`]!);
  const { change, count } = changing(async () => {
    const next = left.pop();
    if (next !== undefined && left.length > 0) await withdraw(next);
  });
  const { readStoredContents: read } = await vi.importActual<{
    readStoredContents: typeof readStoredContents;
  }>("#lib/store/stored-contents.ts");
  vi.mocked(readStoredContents).mockImplementation(async (...given) => {
    await change();
    return read(...given);
  });
  await renewAfresh();
  calmDown();
  expect(count()).toBeGreaterThan(1);
  await renewAfresh();
  const titles = parseRssFeed((await served(`${ids.pages.notes}/posts.rss`))!).items!.map(
    ({ title }) => title,
  );
  expect(titles).toEqual(left.map((_, index) => `About post-${index}`).reverse());
});

test("a post that is withdrawn at any step of a run is in no document after the next", async () => {
  const { ids } = await applyFeedSite(feedSite({ posts: [blogPost("one"), blogPost("two")] }), folder);
  for (let step = 1; ; step++) {
    await removeFeeds();
    let steps = 0;
    const { change } = changing(async () => {
      steps += 1;
      if (steps === step) await withdraw(ids.pages.two!);
    });
    await atEachStep(change);
    await renewAfresh();
    calmDown();
    await renewAfresh();
    if (steps < step) break;
    expect([step, JSON.stringify(await allServed())]).not.toEqual([
      step,
      expect.stringContaining("About two"),
    ]);
    await publish(ids.pages.two!);
  }
  expect(JSON.stringify(await allServed())).toContain("About two");
});

test("a blog that is restricted during a long run is soon stored no more", async () => {
  const posts = Array.from({ length: 51 }, (_, index) => blogPost(`post-${index}`));
  const { ids } = await applyFeedSite(feedSite({ posts }), folder);
  let nowMs = clock.monotonicMs();
  vi.spyOn(clock, "monotonicMs").mockImplementation(() => nowMs);
  const files = await openFiles();
  const { putIfMatch } = files;
  const names: string[] = [];
  const { change, count } = changing(async () => {
    if (count() === 1) await setPageProperties(ids.pages.notes!, { restriction: { type: "login" } });
    nowMs += 11_000;
  });
  vi.spyOn(files, "putIfMatch").mockImplementation(async (key, ...others) => {
    if (key.startsWith("_feeds/")) names.push(key);
    const stored = await putIfMatch(key, ...others);
    await change();
    return stored;
  });
  await renewAfresh();
  expect(names.map((name) => name.replace(`_feeds/${ids.pages.notes}/`, "")).sort()).toEqual([
    "posts-1.atom",
    "posts-1.json",
    "posts-1.rss",
  ]);
  expect(await allServed()).toEqual({});
});
