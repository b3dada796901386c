import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { Catalog } from "#lib/catalog/catalog.ts";
import { readExcerpts } from "#lib/catalog/excerpts.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { SizedCache } from "#lib/sized-cache.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putExcerpt, storedExcerpts } from "#lib/store/excerpts.ts";
import { putLiveContent } from "#lib/store/pages.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { costOf } from "#test/support/metering.ts";
import { useTable } from "#test/support/table.ts";
import { listingWith } from "./listings.ts";

useTable();

const post = (liveRevisionId: number, id = 9): Listing =>
  listingWith({ id, parentId: 3, kind: "post", liveRevisionId });

const section = (type: string, text: string) => ({ type, value: [{ type: "paragraph", value: text }] });

const commitWrites = (writes: readonly Write[]) => commitDecision(async () => ({ writes, value: undefined }));

const revisionWith = (revisionId: number, body: readonly object[], pageId = 9) => ({
  id: revisionId,
  pageId,
  content: { title: `Revision ${revisionId}`, body } as never,
});

const publish = (...published: Parameters<typeof revisionWith>) => {
  const revision = revisionWith(...published);
  return commitWrites([...putLiveContent(revision), putExcerpt(revision)]);
};

/** As versions of Lectern did that stored no excerpts. */
const publishBody = (...published: Parameters<typeof revisionWith>) =>
  commitWrites(putLiveContent(revisionWith(...published)));

let catalog: Catalog;

beforeEach(() => {
  catalog = new Catalog(":memory:");
});

const titlesOf = async (...posts: Listing[]) =>
  (await readExcerpts(catalog, posts))?.map(({ content }) => content.title);

test("an excerpt has the overview alone, and says whether there is more", async () => {
  const overview = section("overview", "One.");
  await publish(5, [section("detail", "Two."), overview]);
  await publish(
    6,
    [overview, section("detail", "Not this one."), section("other", "Hidden.")].toSpliced(1, 1),
    8,
  );
  const excerpts = await readExcerpts(catalog, [post(6, 8), post(5)]);
  expect(excerpts?.map(({ content: { body }, hasMore }) => ({ body, hasMore }))).toEqual([
    { body: [overview], hasMore: false },
    { body: [overview], hasMore: true },
  ]);
});

describe("the excerpt of a post", () => {
  const overview = section("overview", "One.");
  const tooLarge = section("overview", "é".repeat(2_000));
  const detail = section("detail", "Two.");

  test("costs one unit to read, however long the post is", async () => {
    const long = section("detail", randomBytes(30_000).toString("base64"));
    await publish(5, [overview, long]);
    await publish(6, [section("overview", "x".repeat(3_500)), long], 8);
    const cost = await costOf(() => titlesOf(post(5), post(6, 8)));
    expect(cost).toMatchObject({ requests: 1, readUnits: 2 });
  });

  test.each([
    ["was published before excerpts were stored", () => publishBody(5, [overview, detail]), overview],
    ["is too large to be stored", () => publish(5, [tooLarge, detail]), tooLarge],
  ])("is read from its body if it %s", async (_, publishOne, shown) => {
    await publishOne();
    await publish(6, [overview, detail], 8);
    const excerpts = await readExcerpts(catalog, [post(5), post(6, 8)]);
    expect(excerpts?.map(({ content: { body }, hasMore }) => ({ body, hasMore }))).toEqual([
      { body: [shown], hasMore: true },
      { body: [overview], hasMore: true },
    ]);
  });

  test("is never that of an earlier revision", async () => {
    await publish(5, [overview]);
    await publishBody(6, [detail]);
    expect(await titlesOf(post(6))).toEqual(["Revision 6"]);
    await publish(7, [tooLarge]);
    expect(await storedExcerpts([9])).toEqual([undefined]);
  });
});

describe("an excerpt is read once", () => {
  test("for each revision", async () => {
    await publish(5, []);
    expect((await costOf(() => titlesOf(post(5)))).requests).toBe(1);
    expect((await costOf(() => titlesOf(post(5)))).requests).toBe(0);
    await publish(7, []);
    expect(await titlesOf(post(7))).toEqual(["Revision 7"]);
    expect(await titlesOf(post(5))).toEqual(["Revision 5"]);
  });

  test("and kept for the revision that was read, if that is newer than its listing", async () => {
    await publish(7, []);
    expect(await titlesOf(post(5))).toEqual(["Revision 7"]);
    await publish(5, []);
    expect(await titlesOf(post(5))).toEqual(["Revision 5"]);
  });

  test("for each catalog", async () => {
    await publish(5, []);
    await titlesOf(post(5));
    catalog = new Catalog(":memory:");
    expect((await costOf(() => titlesOf(post(5)))).requests).toBe(1);
  });
});

test("posts that are missing or older than their listing have none", async () => {
  expect(await titlesOf(post(5, 10))).toBeUndefined();
  await publish(5, []);
  expect(await titlesOf(post(6))).toBeUndefined();
});

test("a cache with a size begins anew where it is full, and keeps nothing that is larger by itself", () => {
  const cache = new SizedCache<string>(10);
  cache.keep("a", "A", 6);
  cache.keep("b", "B", 4);
  expect([cache.find("a"), cache.find("b")]).toEqual(["A", "B"]);
  cache.keep("c", "C", 11);
  expect([cache.find("a"), cache.find("c")]).toEqual(["A", undefined]);
  cache.keep("d", "D", 1);
  expect([cache.find("a"), cache.find("d")]).toEqual([undefined, "D"]);
});
