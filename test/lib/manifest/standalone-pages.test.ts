import { beforeEach, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { readEditablePage, readPage } from "#lib/store/pages.ts";
import { useEmptyTable } from "#test/support/empty-table.ts";
import { problemsOf } from "./site.ts";

beforeEach(useEmptyTable);

const page = (slug: string, fields: object = {}): object => ({
  ...{
    type: "site.Page",
    slug,
    title: `About ${slug}`,
    overview: [{ type: "paragraph", value: "<p>We.</p>" }],
  },
  ...fields,
});

const blog = (...children: object[]): object => ({
  type: "site.Blog",
  slug: "notes",
  title: "Notes",
  children,
});

const siteWith = (...children: object[]): object => ({
  version: 1,
  pages: [{ type: "site.HomePage", slug: "home", title: "Home", children }],
});

const pageAt = async (site: object, path: string) => {
  const { ids } = await applyManifest(site);
  const id = ids.pages[path] ?? 0;
  return { id, row: await readPage(id), latest: (await readEditablePage(id))?.latest?.content };
};

describe("a page that is no post, in a manifest", () => {
  test("is below a home page or a blog, and a second run changes nothing", async () => {
    const site = siteWith(page("about", { show_in_menus: true }), blog(page("imprint")));
    expect(await pageAt(site, "/home/about")).toMatchObject({
      row: { kind: "page", live: true, showInMenus: true },
      latest: { title: "About about", showInMenus: true, coverImage: null },
    });
    expect(await applyManifest(site)).toMatchObject({ created: 0, updated: 0 });
  });

  test("changes its place in the menu with its content, also in a draft", async () => {
    await applyManifest(siteWith(page("about", { show_in_menus: true })));
    const draft = siteWith(page("about", { show_in_menus: true, draft: { show_in_menus: false } }));
    expect(await pageAt(draft, "/home/about")).toMatchObject({
      row: { showInMenus: true, unpublishedChanges: true },
      latest: { showInMenus: false },
    });
    expect(await applyManifest(draft)).toMatchObject({ created: 0, updated: 0 });
    const { manifest } = await exportManifest();
    expect(JSON.stringify(manifest)).toContain('"draft":{"show_in_menus":false}');
    expect((await pageAt(siteWith(page("about")), "/home/about")).row).toMatchObject({ showInMenus: false });
  });

  test("is exported and applied elsewhere as it is, drafts with what they say", async () => {
    const site = siteWith(
      page("about", { show_in_menus: true, seo_title: "We", aliases: ["/us"], owner: null }),
      page("plan", { live: false, show_in_menus: true }),
      blog(page("imprint", { restriction: { type: "login" }, locked: true })),
    );
    await applyManifest(site);
    const { manifest } = await exportManifest();
    useEmptyTable();
    await applyManifest(manifest);
    expect((await exportManifest()).manifest).toEqual(manifest);
    expect(await applyManifest(manifest)).toMatchObject({ created: 0, updated: 0 });
  });

  test("has nothing that posts alone have, and no page below it", async () => {
    const wrong = siteWith(
      page("about", { tags: ["x"], visible_date: "2026-01-01", comments_enabled: false }),
      page("under", { children: [page("below")] }),
    );
    const problems = await problemsOf(applyManifest(wrong));
    expect(problems.at(-1)?.message).toBe("a site.Page cannot stand here; expected no pages below this one");
    const found = problems.map(({ path }) => path);
    expect(found).toEqual([
      "pages[0].children[0].tags",
      "pages[0].children[0].visible_date",
      "pages[0].children[0].comments_enabled",
      "pages[0].children[1].children[0].type",
    ]);
  });

  test("goes to the bin when a manifest no longer names it, with --prune", async () => {
    const { ids } = await applyManifest(siteWith(page("about")));
    await applyManifest(siteWith(), { prune: true });
    expect(await readPage(ids.pages["/home/about"] ?? 0)).toBeUndefined();
  });
});
