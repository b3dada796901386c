// Proves contract rules: themes.

import { expect, test } from "vitest";
import { Catalog } from "#lib/catalog/catalog.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import { emptySite } from "#lib/site/site.ts";
import { pageContext } from "#lib/surfaces/content/page-context.ts";
import { listingWith } from "#test/lib/catalog/listings.ts";
import { useTable } from "#test/support/table.ts";

useTable();

const post = { kind: "post", coverImage: null, visibleDate: "2026-01-02T00:00:00Z" } as const;

const pages = [
  listingWith({ id: 1, parentId: null, kind: "root" }),
  listingWith({ id: 2, parentId: 1, kind: "home" }),
  listingWith({ id: 3, parentId: 2, theme: "dusk" }),
  listingWith({ id: 4, parentId: 2, theme: null }),
  listingWith({ id: 5, parentId: 2, kind: "podcast" }),
  listingWith({ id: 6, parentId: 2, theme: "gone" }),
  listingWith({ ...post, id: 7, parentId: 3 }),
  listingWith({ ...post, id: 8, parentId: 4 }),
  listingWith({ ...post, id: 9, parentId: 5, kind: "episode" }),
  listingWith({ ...post, id: 10, parentId: 6 }),
];

/** The theme in which each post's HTML is made, by the blog's. */
const themesFor = (request: string | null, session: string | null) => {
  const catalog = new Catalog(":memory:");
  catalog.apply(
    pages.map((listing) => ({ kind: "page", id: listing.id, version: listing.version, listing }) as const),
  );
  const context = pageContext({
    catalog,
    viewer: anonymousViewer,
    settings: { ...emptySite.settings, theme: "ice" },
    media: () => undefined,
    customBlocks: undefined,
    commentsAreEnabled: false,
    collections: [],
    categories: [],
    authors: [],
    customThemes: ["dusk", "ice", "rain"].map((slug) => ({ slug, name: slug })),
    sessionTheme: session,
    request: { origin: "https://notes.example" },
    rendering: { theme: request, richTextFormat: null, forFeed: true },
  });
  const themeOf = (id: number) => context.themeOf(catalog.listingById(id)!);
  return { dusk: themeOf(7), null: themeOf(8), none: themeOf(9), gone: themeOf(10) };
};

test.each<[string, string | null, string | null, Record<string, string>]>([
  ["its blog's theme, else the site's", null, null, { dusk: "dusk", null: "ice", none: "ice", gone: "ice" }],
  [
    "the session's theme before them",
    null,
    "rain",
    { dusk: "rain", null: "rain", none: "rain", gone: "rain" },
  ],
  [
    "the request's theme before all",
    "plain",
    "rain",
    { dusk: "plain", null: "plain", none: "plain", gone: "plain" },
  ],
  ["none that is unknown", "gone", "x", { dusk: "dusk", null: "ice", none: "ice", gone: "ice" }],
])("a post is shown in %s", (_, request, session, themes) => {
  expect(themesFor(request, session)).toEqual(themes);
});

test("the catalog knows the theme of a blog, and that it has none", async () => {
  const blog = (slug: string, fields: object) => ({
    type: "site.Blog",
    key: slug,
    slug,
    title: slug,
    ...fields,
  });
  const children = [blog("notes", { theme: "dusk" }), blog("calls", {})];
  const home = { type: "site.HomePage", slug: "home", title: "Home", children };
  const { ids } = await applyManifest({ version: 1, site: { name: "Marsh" }, pages: [home] });
  const catalog = await currentCatalog();
  const themes = [ids.pages.notes, ids.pages.calls].map((id) => catalog.listingById(id!)?.theme);
  expect(themes).toEqual(["dusk", null]);
});
