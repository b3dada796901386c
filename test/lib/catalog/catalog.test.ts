import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Catalog } from "#lib/catalog/catalog.ts";
import type { ListQuery } from "#lib/catalog/pages/page-lists.ts";
import { postsRelatedTo } from "#lib/catalog/pages/related.ts";
import type { Change } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { anonymousViewer, stampOfPassword, type Viewer } from "#lib/pages/restriction.ts";
import { QueryError } from "#lib/queries/parameter-values.ts";
import { listingWith } from "./listings.ts";

const everything: ListQuery = {
  types: [],
  childOf: null,
  descendantOf: null,
  ancestorOf: null,
  narrowing: null,
  filters: [],
  found: null,
  order: "default",
  window: { style: "offset", limit: 200, offset: 0 },
};

const changeTo = (listing: Listing): Change => ({
  kind: "page",
  id: listing.id,
  version: listing.version,
  listing,
});

const catalogOf = (...listings: readonly Listing[]): Catalog => {
  const catalog = new Catalog(":memory:");
  catalog.apply(listings.map(changeTo));
  return catalog;
};

/**
 * Home 2 with blog 3 (posts 5, 7) and podcast 4 (episode 6); another home 8 with blog 9; all live and open.
 */
const site: readonly Listing[] = [
  listingWith({ id: 1, parentId: null, kind: "root" }),
  listingWith({ id: 2, parentId: 1, kind: "home" }),
  listingWith({ id: 3, parentId: 2 }),
  listingWith({ id: 4, parentId: 2, kind: "podcast" }),
  listingWith({ id: 5, parentId: 3, kind: "post", visibleDate: "2025-03-01T00:00:00Z", coverImage: null }),
  listingWith({ id: 6, parentId: 4, kind: "episode", visibleDate: "2025-01-01T00:00:00Z", coverImage: null }),
  listingWith({ id: 7, parentId: 3, kind: "post", visibleDate: "2025-02-01T00:00:00Z", coverImage: null }),
  listingWith({ id: 8, parentId: 1, kind: "home" }),
  listingWith({ id: 9, parentId: 8 }),
];

const changed = (id: number, properties: Partial<Listing>): Listing => ({
  ...site.find((listing) => listing.id === id)!,
  version: 2,
  ...properties,
});

const idsIn = (catalog: Catalog, query: Partial<ListQuery> = {}, viewer = anonymousViewer): number[] =>
  catalog.list({ ...everything, ...query }, viewer).listings.map(({ id }) => id);

const member: Viewer = { ...anonymousViewer, userId: 7, groups: [1] };

test("pages are shown as they are now, however many were read before and however lately", () => {
  const posts = Array.from({ length: 1_500 }, (_, index) =>
    listingWith({ id: 10 + index, parentId: 3, kind: "post", title: "Before" }),
  );
  const catalog = catalogOf(...site, ...posts);
  expect(catalog.listings()).toEqual([...site, ...posts]);
  expect(catalog.listingById(10)).toEqual(posts[0]);
  const after = { ...posts[0]!, version: 2, title: "After" };
  catalog.apply([changeTo(after), { kind: "page", id: 11, version: 2, listing: null }]);
  expect(catalog.listingById(10)).toEqual(after);
  expect(catalog.listingById(11)).toBeUndefined();
  expect(catalog.listings()).toEqual([...site, after, ...posts.slice(2)]);
});

describe("lists", () => {
  test("hold the live pages at or below the first home page, in tree order", () => {
    expect(idsIn(catalogOf(...site))).toEqual([2, 3, 5, 7, 4, 6]);
  });

  test("hold the live pages of a draft blog, but not the blog", () => {
    expect(idsIn(catalogOf(...site, changed(3, { live: false })))).toEqual([2, 5, 7, 4, 6]);
  });

  test("hold nothing while there is no home page", () => {
    const catalog = catalogOf(site[0]!, listingWith({ id: 3, parentId: 1 }));
    expect(idsIn(catalog)).toEqual([]);
    expect(catalog.page("root", anonymousViewer)).toBeUndefined();
  });

  test("hide a page whose parent is not known yet, and show it as soon as it is", () => {
    const catalog = catalogOf(...site.filter(({ id }) => id !== 3));
    expect(idsIn(catalog)).toEqual([2, 4, 6]);
    catalog.apply([changeTo(site[2]!)]);
    expect(idsIn(catalog)).toEqual([2, 3, 5, 7, 4, 6]);
  });

  const queries: readonly (readonly [string, Partial<ListQuery>, readonly number[]])[] = [
    ["a type includes its subtypes", { types: ["site.Post"] }, [5, 7, 6]],
    ["several types are joined", { types: ["site.Episode", "site.HomePage"] }, [2, 6]],
    ["children of a page", { childOf: 2 }, [3, 4]],
    ["children of a page outside the site", { childOf: 8 }, []],
    ["descendants of a page, without itself", { descendantOf: 3 }, [5, 7]],
    ["descendants of the root of the tree, in the site only", { descendantOf: 1 }, [2, 3, 5, 7, 4, 6]],
    ["descendants of a page that is not there", { descendantOf: 99 }, []],
    ["ancestors of a page, in the site only, without itself", { ancestorOf: 6 }, [2, 4]],
    ["ancestors of a page that is not there", { ancestorOf: 99 }, []],
    ["by a slug", { filters: [{ field: "slug", value: "page-5" }] }, [5]],
    [
      "by an instant that is written differently",
      { filters: [{ field: "visible_date", value: "2025-03-01T00:00:00.000Z" }] },
      [5],
    ],
    ["by a field that no listing has", { filters: [{ field: "body", value: "" }] }, []],
    [
      "newest first",
      { types: ["site.Post"], order: [{ field: "visible_date", descending: true }] },
      [5, 7, 6],
    ],
    [
      "pages without a date before the others",
      { order: [{ field: "visible_date", descending: false }] },
      [2, 3, 4, 6, 7, 5],
    ],
    [
      "equal ones by id, the higher first when descending",
      { order: [{ field: "seo_title", descending: true }] },
      [7, 6, 5, 4, 3, 2],
    ],
    [
      "by a field that no listing has: by id",
      { order: [{ field: "locale", descending: false }] },
      [2, 3, 4, 5, 6, 7],
    ],
    [
      "by a field twice: the first time counts",
      {
        order: [
          { field: "id", descending: true },
          { field: "id", descending: false },
        ],
      },
      [7, 6, 5, 4, 3, 2],
    ],
  ];

  test.each(queries)("are asked for: %s", (_name, query, expected) => {
    expect(idsIn(catalogOf(...site), query)).toEqual(expected);
  });

  test("show a window and count the whole", () => {
    const catalog = catalogOf(...site);
    const shown = catalog.list(
      { ...everything, window: { style: "offset", limit: 2, offset: 1 } },
      anonymousViewer,
    );
    expect(shown.total).toBe(6);
    expect(shown.listings.map(({ id }) => id)).toEqual([3, 5]);
    expect(idsIn(catalog, { window: { style: "page", page: "last", pageSize: 4 } })).toEqual([4, 6]);
    expect(
      idsIn(catalog, { window: { style: "offset", limit: 5, offset: Number.MAX_SAFE_INTEGER } }),
    ).toEqual([]);
  });

  test("refuse a page beyond the end", () => {
    const window = { style: "page", page: 3, pageSize: 4 } as const;
    expect(() => catalogOf(...site).list({ ...everything, window }, anonymousViewer)).toThrow(QueryError);
  });

  test("in random order hold the same pages, in more than one order", () => {
    const catalog = catalogOf(...site);
    const drawn = Array.from({ length: 40 }, () => idsIn(catalog, { order: "random" }));
    for (const ids of drawn) expect([...ids].sort()).toEqual([2, 3, 4, 5, 6, 7]);
    expect(new Set(drawn.map(String)).size).toBeGreaterThan(1);
    expect(
      idsIn(catalog, { order: "random", window: { style: "offset", limit: 2, offset: 0 } }),
    ).toHaveLength(2);
  });
});

describe("restrictions", () => {
  const restricted = catalogOf(
    ...site,
    changed(3, { restriction: { type: "login" } }),
    changed(7, { restriction: { type: "groups", groups: [1] } }),
    changed(4, { restriction: { type: "password", passwordHash: "…" } }),
  );

  const viewers: readonly (readonly [string, Viewer, readonly number[]])[] = [
    ["nobody sees a restricted page or anything below it", anonymousViewer, [2]],
    ["a user sees what login opens", { ...anonymousViewer, userId: 8 }, [2, 3, 5]],
    ["a member must pass the restrictions above as well", { ...member, userId: null }, [2]],
    ["a member and user sees what both open", member, [2, 3, 5, 7]],
    [
      "a superuser sees all but what a password guards",
      { ...anonymousViewer, userId: 1, superuser: true },
      [2, 3, 5, 7],
    ],
    [
      "who entered the password sees what it guards",
      { ...anonymousViewer, passed: [stampOfPassword("…")] },
      [2, 4, 6],
    ],
  ];

  test.each(viewers)("%s", (_name, viewer, expected) => {
    expect(idsIn(restricted, {}, viewer)).toEqual(expected);
    for (const { id } of site) {
      expect(restricted.page(id, viewer) !== undefined, `page ${id}`).toBe(expected.includes(id));
    }
  });

  test("a restriction that is lifted hides nothing any more", () => {
    const catalog = catalogOf(...site, changed(2, { restriction: { type: "login" } }));
    expect(idsIn(catalog)).toEqual([]);
    catalog.apply([changeTo(changed(2, { version: 3 }))]);
    expect(idsIn(catalog)).toEqual([2, 3, 5, 7, 4, 6]);
  });

  test("a restriction of the root of the tree holds for the site", () => {
    expect(idsIn(catalogOf(...site, changed(1, { restriction: { type: "login" } })))).toEqual([]);
  });
});

describe("single pages", () => {
  const catalog = catalogOf(...site, changed(3, { live: false }));

  test("the site's root page goes by the name of root", () => {
    expect(catalog.page("root", anonymousViewer)).toEqual(site[1]);
  });

  test.each([
    ["a draft", 3],
    ["a page of another site", 9],
    ["the root of the tree", 1],
    ["an id that no page has", 99],
    ["no id at all", 0],
    ["an id beyond all", Number.MAX_SAFE_INTEGER],
  ])("%s is not there for the public", (_name, id) => {
    expect(catalog.page(id, anonymousViewer)).toBeUndefined();
  });

  test("a page's parent is there only for those who may see it", () => {
    expect(catalog.parent(6, anonymousViewer)?.id).toBe(4);
    expect(catalog.parent(5, anonymousViewer)).toBeUndefined();
    expect(catalog.parent(2, anonymousViewer)).toBeUndefined();
    expect(catalog.parent(99, anonymousViewer)).toBeUndefined();
  });

  test("blogs and podcasts of all sites are containers, drafts included, in tree order", () => {
    expect(catalog.containers().map(({ id }) => id)).toEqual([3, 4, 9]);
  });

  test("any listing can be read by its id, in any state", () => {
    expect(catalog.listingById(3)?.live).toBe(false);
    expect(catalog.listingById(99)).toBeUndefined();
  });
});

describe("pages by their path", () => {
  const catalog = catalogOf(
    ...site,
    listingWith({ id: 10, parentId: 4, kind: "episode", slug: "page-5", coverImage: null }),
    changed(4, { restriction: { type: "login" } }),
  );

  test.each([
    ["the site's root page, by no slug", [], 2],
    ["a blog", ["page-3"], 3],
    ["a post", ["page-3", "page-5"], 5],
  ])("%s", (_name, slugs, id) => {
    expect(catalog.pageAt(slugs, anonymousViewer)?.id).toBe(id);
  });

  test.each([
    ["a slug that no page has", ["page-99"]],
    ["a page in another place", ["page-4", "page-7"]],
    ["a page below one that is not there", ["page-99", "page-5"]],
    ["a page below a post", ["page-3", "page-5", "page-7"]],
    ["a page without those above it", ["page-5"]],
    ["a page of another site", ["page-9"]],
    ["the slug of the site's root page", ["page-2"]],
    ["a slug in another case", ["Page-3"]],
    ["an empty slug", ["page-3", ""]],
  ])("%s is not there", (_name, slugs) => {
    expect(catalog.pageAt(slugs, { ...member, superuser: true })).toBeUndefined();
  });

  test("pages of the same slug are told apart by their parents, and are there for those who may see them", () => {
    expect(catalog.pageAt(["page-4", "page-5"], anonymousViewer)).toBeUndefined();
    expect(catalog.pageAt(["page-4", "page-5"], member)?.id).toBe(10);
  });

  test("the live pages of a draft blog are there, but not the blog", () => {
    const withDraft = catalogOf(...site, changed(3, { live: false }));
    expect(withDraft.pageAt(["page-3"], anonymousViewer)).toBeUndefined();
    expect(withDraft.pageAt(["page-3", "page-5"], anonymousViewer)?.id).toBe(5);
  });

  test("a page that gets another slug is found by that one only", () => {
    const renamed = catalogOf(...site, changed(3, { slug: "moor" }));
    expect(renamed.pageAt(["page-3", "page-5"], anonymousViewer)).toBeUndefined();
    expect(renamed.pageAt(["moor", "page-5"], anonymousViewer)?.id).toBe(5);
  });

  test("nothing is there while there is no home page", () => {
    expect(catalogOf(site[0]!).pageAt([], anonymousViewer)).toBeUndefined();
  });
});

describe("the posts beside a post", () => {
  const post = (id: number, visibleDate: string, more: Partial<Listing> = {}) =>
    listingWith({ id, parentId: 3, kind: "post", visibleDate, coverImage: null, ...more });
  const catalog = catalogOf(
    ...site,
    post(10, "2025-02-01T00:00:00Z"),
    post(11, "2025-02-20T00:00:00Z", { restriction: { type: "login" } }),
    post(12, "2025-02-25T00:00:00Z", { live: false }),
    post(13, "2025-04-01T00:00:00Z"),
  );

  test.each([
    ["the first", 7, [undefined, 10]],
    ["one of the same instant, by id", 10, [7, 5]],
    ["one that others are hidden beside", 5, [10, 13]],
    ["the last", 13, [5, undefined]],
    ["the only one", 6, [undefined, undefined]],
    ["none", 99, [undefined, undefined]],
  ])("of %s", (_name, id, expected) => {
    const { older, newer } = catalog.postsBeside(id, anonymousViewer);
    expect([older?.id, newer?.id]).toEqual(expected);
  });

  test("are those that the viewer may see", () => {
    expect(catalog.postsBeside(5, member).older?.id).toBe(11);
  });
});

describe("the posts related to a post", () => {
  const post = (id: number, tags: readonly string[], more: Partial<Listing> = {}) =>
    listingWith({
      id,
      parentId: 3,
      kind: "post",
      visibleDate: new Date(Date.UTC(2025, 0, id)).toISOString(),
      coverImage: null,
      tags,
      ...more,
    });
  const common = Array.from({ length: 8 }, (_, index) => post(40 + index, ["Common"]));
  const catalog = catalogOf(
    ...site,
    post(10, ["common", "Rare", "pair"]),
    post(11, ["rare"]),
    post(12, ["common", "pair"]),
    post(13, ["rare"], { restriction: { type: "login" } }),
    post(14, ["common", "rare", "pair"], { live: false }),
    post(15, ["common", "rare", "pair"], { parentId: 4 }),
    post(16, ["other"]),
    ...common,
  );
  const relatedTo = (id: number, viewer: Viewer, limit = 5) =>
    postsRelatedTo(catalog.pages, catalog.listingById(id)!, limit, viewer).map((found) => found.id);

  test("share its tags, rare ones first, and the newest first among equals", () => {
    expect(relatedTo(10, anonymousViewer)).toEqual([12, 11, 47, 46, 45]);
    expect(relatedTo(10, anonymousViewer, 2)).toEqual([12, 11]);
    expect(relatedTo(47, anonymousViewer, 3)).toEqual([46, 45, 44]);
  });

  test("are public posts of the same blog that the viewer may see", () => {
    expect(relatedTo(11, anonymousViewer)).toEqual([10]);
    expect(relatedTo(11, member)).toEqual([13, 10]);
    expect(relatedTo(16, member)).toEqual([]);
  });

  test("are those that the definition says, whatever tags there are, also where another site was asked before", () => {
    const tagged = fc.array(fc.subarray(["a", "b", "c", "d", "e"]), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(tagged, (tagsOfPosts) => {
        const posts = tagsOfPosts.map((tags, index) => post(10 + index, tags));
        const related = catalogOf(...site, ...posts);
        for (const asked of posts.slice(0, 5)) {
          const found = postsRelatedTo(related.pages, asked, 5, anonymousViewer).map(({ id }) => id);
          expect(found).toEqual(relatedPlainly(asked, posts, 5));
        }
      }),
    );
  });
});

/** The ids of the posts that share most tags, by rarity and then date; later ids have later dates. */
const relatedPlainly = (asked: Listing, posts: readonly Listing[], limit: number): readonly number[] => {
  const weightOf = (tag: string): number =>
    1 / Math.log2(1 + posts.filter(({ tags }) => tags?.includes(tag)).length);
  const scoreOf = ({ tags }: Listing): number =>
    (asked.tags ?? []).reduce((sum, tag) => sum + (tags?.includes(tag) ? weightOf(tag) : 0), 0);
  return posts
    .filter((other) => other.id !== asked.id && scoreOf(other) > 0)
    .toSorted((one, other) => scoreOf(other) - scoreOf(one) || other.id - one.id)
    .slice(0, limit)
    .map(({ id }) => id);
};

describe("what keeps a viewer from a page", () => {
  const restricted = catalogOf(
    ...site,
    changed(3, { restriction: { type: "login" } }),
    changed(7, { restriction: { type: "groups", groups: [1] } }),
    changed(4, { restriction: { type: "password", passwordHash: "…" } }),
    changed(5, { live: false }),
  );
  const user: Viewer = { ...anonymousViewer, userId: 8 };

  test.each([
    ["is the outermost restriction that they do not pass", ["page-3", "page-7"], anonymousViewer, 3],
    ["may be the page's own", ["page-3", "page-7"], user, 7],
    ["may be one above it", ["page-4", "page-6"], { ...user, superuser: true }, 4],
    ["is nothing where they pass everything", ["page-3", "page-7"], member, undefined],
    ["is the same at a draft below a restricted page", ["page-3", "page-5"], anonymousViewer, 3],
    ["is the same where nothing is below it", ["page-3", "page-99", "page-7"], anonymousViewer, 3],
    ["is nothing at a draft, for whoever passes what is above", ["page-3", "page-5"], user, undefined],
    ["is nothing where there is no page, likewise", ["page-3", "page-99"], user, undefined],
    ["is nothing where there is no page below an open one", ["page-99"], anonymousViewer, undefined],
    ["is nothing at an open page", [], anonymousViewer, undefined],
  ])("%s", (_name, slugs, viewer, expected) => {
    expect(restricted.paths.blockingRestriction(slugs, viewer)?.pageId).toBe(expected);
  });
});

describe("changes", () => {
  test("the highest version stays, in whatever order they come and however often", () => {
    const catalog = catalogOf(...site);
    const [newer, older] = [changed(5, { title: "Newer", version: 3 }), changed(5, { title: "Older" })].map(
      changeTo,
    );
    catalog.apply([newer!, older!]);
    catalog.apply([older!, newer!]);
    expect(catalog.listingById(5)?.title).toBe("Newer");
  });

  test("a deleted page stays deleted for lower versions, and is restored by a higher one", () => {
    const catalog = catalogOf(...site);
    catalog.apply([{ kind: "page", id: 5, version: 3, listing: null }]);
    catalog.apply([changeTo(changed(5, { version: 2 }))]);
    expect(catalog.listingById(5)).toBeUndefined();
    expect(catalog.versionOf(5)).toBe(3);
    catalog.apply([changeTo(changed(5, { version: 4 }))]);
    expect(idsIn(catalog)).toContain(5);
  });

  test("a page whose first change is its deletion is in every order when it is created again", () => {
    const post = changed(5, { id: 10, visibleDate: "1970-01-01T00:00:00Z" });
    const catalog = catalogOf(...site);
    catalog.apply([{ kind: "page", id: 10, version: 1, listing: null }]);
    catalog.apply([changeTo(post)]);
    const order = [{ field: "visible_date", descending: false }] as const;
    expect(idsIn(catalog, { types: ["site.Post"], order })).toEqual([10, 6, 7, 5]);
  });

  test("an answer is not remembered beyond the next change", () => {
    const catalog = catalogOf(...site);
    const byTitle = { order: [{ field: "title", descending: true }] } as const;
    expect(idsIn(catalog, byTitle)[0]).toBe(7);
    catalog.apply([changeTo(changed(4, { title: "Podcast" }))]);
    expect(idsIn(catalog, byTitle)[0]).toBe(4);
  });

  test.each<[string, Listing, readonly number[]]>([
    ["it is below another page", changed(7, { parentId: 4 }), [2, 3, 5, 4, 6, 7]],
    ["it is of another kind", changed(2, { kind: "blog" }), [8, 9]],
    ["it gets a restriction", changed(3, { restriction: { type: "login" } }), [2, 4, 6]],
  ])("a page has its place in the tree anew when %s, though lists were asked before", (_, after, ids) => {
    const catalog = catalogOf(...site);
    expect(idsIn(catalog)).toEqual([2, 3, 5, 7, 4, 6]);
    catalog.apply([changeTo(after)]);
    expect(idsIn(catalog)).toEqual(ids);
  });

  test("what cannot be applied is not applied at all", () => {
    const catalog = catalogOf(...site);
    const broken = changed(6, { visibleDate: "not a date" });
    expect(() => catalog.apply([changeTo(changed(5, { title: "Newer" })), changeTo(broken)])).toThrow();
    expect(catalog.listingById(5)?.title).toBe("Page 5");
    expect(catalog.versionOf(5)).toBe(1);
  });

  test("the site's version is the highest that was heard of", () => {
    const catalog = catalogOf(...site);
    expect(catalog.siteVersion).toBe(0);
    catalog.apply([{ kind: "site", version: 4 }, { kind: "void" }, { kind: "site", version: 3 }]);
    expect(catalog.siteVersion).toBe(4);
  });

  test("pages with high ids find room", () => {
    const catalog = catalogOf(...site, listingWith({ id: 5_000, parentId: 3, kind: "post" }));
    expect(idsIn(catalog)).toEqual([2, 3, 5, 7, 5_000, 4, 6]);
  });
});
