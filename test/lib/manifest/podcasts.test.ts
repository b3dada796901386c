import { beforeEach, describe, expect, test } from "vitest";
import { type ApplyOptions, applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { readPage } from "#lib/store/pages.ts";
import { useEmptyTable } from "./empty-table.ts";
import { problemsOf } from "./site.ts";

beforeEach(useEmptyTable);

const podcast = (slug: string, fields: object = {}): object => ({
  type: "site.Podcast",
  key: slug,
  slug,
  title: `About ${slug}`,
  ...fields,
});

const siteWith = (...podcasts: object[]): object => ({
  version: 1,
  pages: [{ type: "site.HomePage", slug: "home", title: "Home", children: podcasts }],
});

const withSeasons = (...seasons: object[]): object => siteWith(podcast("calls", { seasons }));

const first = { key: "s1", number: 1, name: "The first year" };
const second = { key: "s2", number: 2 };

const refusalsOf = async (site: object): Promise<string[]> =>
  (await problemsOf(applyManifest(site))).map(({ path, message }) => `${path}: ${message}`);

const apply = async (site: object, options: ApplyOptions = {}) => {
  const outcome = await applyManifest(site, options);
  const page = await readPage(outcome.ids.pages.calls ?? 0);
  return { ...outcome, seasons: page?.seasons };
};

describe("the seasons of a podcast", () => {
  test("are made with it, by number, and a second run changes nothing", async () => {
    const { ids, seasons } = await apply(withSeasons(second, first));
    expect(seasons).toEqual([
      { id: ids.seasons.s1, ...first },
      { id: ids.seasons.s2, ...second, name: "" },
    ]);
    const again = await apply(withSeasons(second, first));
    expect(again).toMatchObject({ created: 0, updated: 0, seasons });
    expect(again.ids.seasons).toEqual(ids.seasons);
  });

  test("keep their ids when they are renamed and renumbered", async () => {
    const { ids } = await apply(withSeasons(first, second));
    const swapped = [
      { ...first, number: 2, name: "Later" },
      { ...second, number: 1 },
    ];
    const { updated, ...after } = await apply(withSeasons(...swapped));
    expect([updated, after.ids.seasons]).toEqual([1, ids.seasons]);
    expect(after.seasons).toEqual([
      { id: ids.seasons.s2, key: "s2", number: 1, name: "" },
      { id: ids.seasons.s1, key: "s1", number: 2, name: "Later" },
    ]);
  });

  test("stay when the file does not name them, unless it prunes", async () => {
    const { seasons } = await apply(withSeasons(first, second));
    expect((await apply(withSeasons())).seasons).toEqual(seasons);
    expect((await apply(withSeasons(first))).seasons).toEqual(seasons);
    expect((await apply(withSeasons(first), { prune: true })).seasons).toEqual(seasons?.slice(0, 1));
    expect((await apply(withSeasons(), { prune: true })).seasons).toEqual([]);
  });

  test("are not made by a dry run, which says that they would be", async () => {
    await apply(withSeasons(first));
    const { updated, ids, seasons } = await apply(withSeasons(first, second), { dryRun: true });
    expect([updated, Object.keys(ids.seasons), seasons?.length]).toEqual([1, ["s1"], 1]);
  });

  test("are written by an export", async () => {
    await apply(withSeasons(second, first));
    const { manifest } = await exportManifest();
    expect(manifest.pages).toMatchObject([{ children: [{ slug: "calls", seasons: [first, second] }] }]);
    await useEmptyTable();
    await applyManifest(manifest);
    expect((await exportManifest()).manifest).toEqual(manifest);
  });

  test.each<[string, object[], string[]]>([
    [
      "share a key",
      [first, { ...second, key: "s1" }],
      ["[1].key: expected another key than that of pages[0].children[0].seasons[0]"],
    ],
    [
      "share a number",
      [first, { ...second, number: 1 }],
      ["[1].number: expected another number than that of pages[0].children[0].seasons[0]"],
    ],
    ["have no number", [{ key: "s1" }], ["[0].number: is required"]],
    ["are numbered from zero", [{ key: "s1", number: 0 }], ["[0].number: expected"]],
  ])("are refused when they %s", async (_what, seasons, expected) => {
    const problems = await refusalsOf(withSeasons(...seasons));
    expect(problems).toHaveLength(expected.length);
    for (const [index, text] of expected.entries())
      expect(problems[index]).toContain(`pages[0].children[0].seasons${text}`);
  });

  test("are refused when one has the number of a stored one that the file does not name", async () => {
    await apply(withSeasons(first));
    const clashing = withSeasons({ key: "again", number: 1 });
    expect(await refusalsOf(clashing)).toEqual([
      "pages[0].children[0].seasons[0].number: expected another number than that of the season s1, which the podcast has",
    ]);
    expect((await apply(clashing, { prune: true })).seasons).toMatchObject([{ key: "again", number: 1 }]);
  });
});
