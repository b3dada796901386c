// Proves contract rules: tag-slugs.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { registerTags } from "#lib/actions/pages/register-tags.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { isSlug, joinTagFamily, slugFromTag, tagFamilyOf } from "#lib/pages/slug.ts";
import { publishEpisode, publishPost } from "#lib/routes/editor-posts.ts";
import { readTagFamilies } from "#lib/store/tags.ts";
import { anyText } from "#test/support/any-text.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { loadModulesAnew } from "#test/support/load-modules-anew.ts";
import { makeImage } from "#test/support/media.ts";
import { costOf } from "#test/support/metering.ts";
import { createDraft, useWorld } from "#test/support/world.ts";

const world = useWorld();

/** What another process has, which knows nothing yet. */
const elsewhere = async (): Promise<typeof registerTags> => {
  await loadModulesAnew();
  return (await import("#lib/actions/pages/register-tags.ts")).registerTags;
};

describe("the slug that a name stands for", () => {
  test.each<[name: string, slug: string]>([
    ["Heron", "heron"],
    ["Low  water-mark", "low-water-mark"],
    ["_tide_table_", "tide_table"],
    ["Café", "café"],
    ["Ｗｉｄｅ", "wide"],
    ["鷺", "鷺"],
    ["नदी", "नदी"],
    ["C++", "c"],
    ["!?", "tag"],
    ["a, b", "a-b"],
  ])("%s: %s", (name, slug) => {
    expect(slugFromTag(name)).toBe(slug);
  });

  test("is a slug of one family, whatever the name is, and so is each number behind it", () => {
    fc.assert(
      fc.property(anyText({ maxLength: 100 }), fc.nat(), (name, number) => {
        const slug = slugFromTag(name);
        expect(isSlug(slug)).toBe(true);
        expect(tagFamilyOf(`${slug}_${number}`)).toBe(tagFamilyOf(name));
      }),
    );
  });
});

test("names that are written alike get numbers in the order of their first use, and keep them", () => {
  const first = joinTagFamily(new Map(), ["Marsh", "marsh_1", "marsh"]);
  expect([...first]).toEqual([
    ["Marsh", "marsh"],
    ["marsh_1", "marsh_1"],
    ["marsh", "marsh_2"],
  ]);
  expect([...joinTagFamily(first, ["MARSH", "marsh"])]).toEqual([...first, ["MARSH", "marsh_3"]]);
});

// Before others load the modules again, whose requests are not counted.
test("tags that this process knows cost nothing, new ones a request and one each", async () => {
  const names = ["ice", "snow", "hail"];
  expect(await costOf(() => registerTags(names))).toMatchObject({ requests: 4 });
  expect(await costOf(() => registerTags(names))).toMatchObject({ requests: 0 });
  const there = await elsewhere();
  expect(await there(names)).toEqual(names);
});

test("a tag has the same slug in every process and on every medium, as long as there is the site", async () => {
  expect(await registerTags(["Reed", "reed", "Reed"])).toEqual(["reed", "reed_1", "reed"]);
  await makeImage({ tags: ["REED"] });
  const there = await elsewhere();
  expect(await there(["reEd", "REED", "reed", "Reed"])).toEqual(["reed_3", "reed_2", "reed_1", "reed"]);
  expect(await registerTags(["reEd"])).toEqual(["reed_3"]);
});

test("names that no free number of their family is left for still have different slugs, everywhere", async () => {
  const names = Array.from({ length: 230 }, (_, index) => `tern${"!".repeat(index)}`);
  const slugs = await registerTags(names);
  expect(new Set(slugs).size).toBe(names.length);
  expect([slugs[0], slugs[199]]).toEqual(["tern", "tern_199"]);
  expect(slugs.every((slug) => isSlug(slug))).toBe(true);
  const there = await elsewhere();
  expect(await there(names.toReversed())).toEqual(slugs.toReversed());
});

test("processes that use three names at once all learn the same three slugs", async () => {
  const processes: (typeof registerTags)[] = [];
  while (processes.length < 10) processes.push(await elsewhere());
  const orders = [
    ["Fen", "fen", "FEN"],
    ["FEN", "Fen", "fen"],
    ["fen", "FEN", "Fen"],
  ];
  const learned = await Promise.all(
    processes.flatMap((register) =>
      orders.map(async (names) => {
        const slugs = await register(names);
        return JSON.stringify(names.map((name, index) => [name, slugs[index]]).sort());
      }),
    ),
  );
  expect(new Set(learned).size).toBe(1);
  const slugs = (JSON.parse(learned[0]!) as [string, string][]).map(([, slug]) => slug);
  expect(slugs.sort()).toEqual(["fen", "fen_1", "fen_2"]);
});

test("a publication may have more new tags than fit in its transaction", async () => {
  const tags = Array.from({ length: 200 }, (_, index) => `many${String.fromCodePoint(0x4e00 + index)}`);
  const { id } = await createDraft(world.notes, { tags });
  expect((await call(publishPost, { as: "ada", params: { id } })).status).toBe(200);
  expect((await currentCatalog()).listingById(id)!.tagSlugs).toEqual(tags);
  const there = await elsewhere();
  expect(await there(tags)).toEqual(tags);
});

test("a publication that is refused leaves no tag behind", async () => {
  const { id } = await createEpisodeDraft(world.calls, { tags: ["Smew"] });
  expect((await call(publishEpisode, { as: "ada", params: { id } })).status).toBe(400);
  expect(await readTagFamilies(["smew"])).toMatchObject([{ version: 0 }]);
});

test("thirty publishers of three spellings at once get three slugs, the same for everybody", async () => {
  const spellings = ["Marsh", "marsh", "MARSH"];
  const drafts = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      createDraft(world.notes, { tags: [spellings[index % 3], spellings[(index + 1) % 3]] }),
    ),
  );
  await Promise.all(drafts.map(({ id }) => call(publishPost, { as: "ada", params: { id } })));
  const catalog = await currentCatalog();
  const used = drafts.flatMap(({ id }) => {
    const { tags = [], tagSlugs = [] } = catalog.listingById(id)!;
    expect(tagSlugs).toHaveLength(2);
    return tags.map((name, index) => `${name}: ${tagSlugs[index]}`);
  });
  const slugs = [...new Set(used)].map((line) => line.split(": ")[1]);
  expect(slugs.sort()).toEqual(["marsh", "marsh_1", "marsh_2"]);
});
