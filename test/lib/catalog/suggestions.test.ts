// Proves contract rules: suggestions.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Catalog } from "#lib/catalog/catalog.ts";
import type { Narrowing } from "#lib/catalog/pages/narrowing.ts";
import { suggestPosts, type TitleSuggestionQuery } from "#lib/catalog/pages/suggestions.ts";
import type { Change } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isPost, type PageKind, rootPageId } from "#lib/pages/page.ts";
import { wordsOf } from "#lib/search/words.ts";
import { anyText } from "#test/support/any-text.ts";
import { copyOf } from "./copies.ts";
import { listingWith } from "./listings.ts";
import { shownDay, timezones } from "./shown-day.ts";

const changeTo = (listing: Listing): Change => ({
  kind: "page",
  id: listing.id,
  version: listing.version,
  listing,
});

/** Home 2 with blog 3 and podcast 4; another home 5 with blog 6. */
const containers: readonly Listing[] = [
  listingWith({ id: 1, parentId: null, kind: "root" }),
  listingWith({ id: 2, parentId: 1, kind: "home" }),
  listingWith({ id: 3, parentId: 2 }),
  listingWith({ id: 4, parentId: 2, kind: "podcast" }),
  listingWith({ id: 5, parentId: 1, kind: "home" }),
  listingWith({ id: 6, parentId: 5 }),
];

const postWith = (id: number, title: string, properties: Partial<Listing> = {}): Listing =>
  listingWith({
    id,
    parentId: 3,
    kind: "post",
    title,
    visibleDate: "2025-01-01T00:00:00.000Z",
    ...properties,
  });

/** New posts in both blogs with a common word, more than are compared one by one. */
const newestPosts: readonly Listing[] = Array.from({ length: 160 }, (_, index) =>
  postWith(1_000 + index, "Reed warbler", {
    parentId: 3 + (index % 2),
    lastPublishedAt: "2026-01-01T00:00:00.000Z",
  }),
);

const catalogOf = (...listings: readonly Listing[]): Catalog => {
  const catalog = new Catalog(":memory:");
  catalog.apply([...containers, ...listings].map(changeTo));
  return catalog;
};

const wide: Narrowing = {
  ...{ timezone: "UTC", month: null, category: null, tag: null, after: null, before: null },
};

const suggested = (catalog: Catalog, text: string, wanted: Partial<TitleSuggestionQuery> = {}): number[] =>
  suggestPosts(catalog.pages, {
    blogId: 3,
    narrowing: wide,
    words: wordsOf(text),
    limit: 8,
    ...wanted,
  }).map(({ id }) => id);

describe.each([
  ["among few posts", []],
  ["behind many newer posts", newestPosts],
])("%s", (_, others) => {
  test.each<[string, string, boolean]>([
    ["The first heron", "heron", true],
    ["The first heron", "her", true],
    ["The first heron", "heron the", true],
    ["The first heron", "THE HER", true],
    ["The first heron", "ron", false],
    ["The first heron", "herons", false],
    ["The first heron", "heron of", false],
    ["Café Ökologie", "cafe oko", true],
    ["Cafe Okologie", "CAFÉ Öko", true],
    ["Low-water mark", "wat", true],
    ["C++ for beginners", "c++", true],
    ["Weißer Storch", "weiß", true],
    ["Weißer Storch", "weiss", false],
    ["蒼鷺の湿地", "蒼鷺", true],
    ["蒼鷺の湿地", "湿地", false],
    ["Episode 12", "1", true],
    ["Episode 12", "2", false],
    ["heron heron HERON", "heron her he", true],
    ["…", "…", false],
  ])("%j is suggested for %j: %s", (title, text, expected) => {
    expect(suggested(catalogOf(postWith(10, title), ...others), text)).toEqual(expected ? [10] : []);
  });

  test("the eight latest come first, those of the same time by descending id", () => {
    const dated = (id: number, second: number) =>
      postWith(id, `Heron ${id}`, { lastPublishedAt: `2025-01-01T00:00:0${second}.000Z` });
    const posts = [1, 2, 1, 9, 3, 3, 0, 5, 4, 8].map((second, index) => dated(10 + index, second));
    expect(suggested(catalogOf(...posts, ...others), "he")).toEqual([13, 19, 17, 18, 15, 14, 11, 12]);
  });

  test.each<[string, Partial<Listing>]>([
    ["a draft", { live: false }],
    ["a restricted post", { restriction: { type: "login" } }],
    ["a post of another blog", { parentId: 4 }],
    ["a post of another site", { parentId: 6 }],
  ])("%s is not suggested", (_, properties) => {
    expect(suggested(catalogOf(postWith(10, "Heron", properties), ...others), "heron")).toEqual([]);
  });

  test("a changed title is suggested as it is now, a withdrawn or removed post not at all", () => {
    const catalog = catalogOf(postWith(10, "Heron"), ...others);
    expect(suggested(catalog, "heron")).toEqual([10]);
    catalog.apply([changeTo(postWith(10, "Bittern", { version: 2 }))]);
    expect([suggested(catalog, "heron"), suggested(catalog, "bittern")]).toEqual([[], [10]]);
    catalog.apply([changeTo(postWith(10, "Bittern", { version: 3, live: false }))]);
    expect(suggested(catalog, "bittern")).toEqual([]);
    catalog.apply([changeTo(postWith(10, "Bittern", { version: 4 }))]);
    expect(suggested(catalog, "bittern")).toEqual([10]);
    catalog.apply([{ kind: "page", id: 10, version: 5, listing: null }]);
    expect(suggested(catalog, "bittern")).toEqual([]);
  });

  test("a restriction of the blog hides its posts until it is lifted", () => {
    const catalog = catalogOf(postWith(10, "Heron"), ...others);
    const blog = (version: number, restriction: Listing["restriction"]) =>
      catalog.apply([changeTo(listingWith({ id: 3, parentId: 2, version, restriction }))]);
    blog(2, { type: "login" });
    expect(suggested(catalog, "heron")).toEqual([]);
    blog(3, null);
    expect(suggested(catalog, "heron")).toEqual([10]);
  });

  test("many words and long ones are words like others", () => {
    const letters = Array.from({ length: 250 }, (_, index) => String.fromCodePoint(0x4e00 + index));
    const long = "a".repeat(40_000);
    const catalog = catalogOf(postWith(10, letters.join(" ")), postWith(11, long), ...others);
    expect(suggested(catalog, letters.join(" "))).toEqual([10]);
    expect(suggested(catalog, "a".repeat(500))).toEqual([11]);
  });
});

/** A simple model of suggestions, over an array of listings. */
const suggestPlainly = (
  all: readonly Listing[],
  { blogId, narrowing, words, limit }: TitleSuggestionQuery,
): number[] => {
  const { timezone, month, category, tag } = narrowing;
  const byId = new Map(all.map((listing) => [listing.id, listing]));
  const pathTo = (id: number | null): readonly Listing[] => {
    const page = id === null ? undefined : byId.get(id);
    return page ? [page, ...pathTo(page.parentId)] : [];
  };
  const isShown = (post: Listing): boolean => {
    const path = pathTo(post.id);
    const ids = path.map(({ id }) => id);
    return (
      ids.includes(rootPageId) &&
      ids.includes(2) &&
      ids.slice(1).includes(blogId) &&
      path.every(({ restriction }) => restriction === null)
    );
  };
  const instant = ({ lastPublishedAt }: Listing) =>
    lastPublishedAt ? Date.parse(lastPublishedAt) : Number.NEGATIVE_INFINITY;
  return all
    .filter((post) => post.live && isPost(post) && isShown(post))
    .filter(
      ({ visibleDate, categories, tagSlugs }) =>
        (month === null || shownDay(visibleDate!, timezone).startsWith(month)) &&
        (category === null || categories?.includes(category)) &&
        (tag === null || tagSlugs?.includes(tag)),
    )
    .filter(({ title }) => words.every((word) => wordsOf(title).some((own) => own.startsWith(word))))
    .sort((one, other) =>
      instant(one) < instant(other) ? 1 : instant(one) > instant(other) ? -1 : other.id - one.id,
    )
    .map(({ id }) => id)
    .slice(0, limit);
};

const piece = fc.constantFrom(
  ...[
    "heron",
    "Héron",
    "he\u0301ron",
    "HERO",
    "her",
    "h",
    "o",
    "ß",
    "İstanbul",
    "蒼鷺",
    "蒼",
    "湿地",
    "7",
    "2025",
    "20",
  ],
  ...["low-water", "don't", '"', "*", "AND", "NEAR(", "🦢", "\u0000", "^a:", "reed"],
);
const title = fc
  .array(fc.tuple(piece, fc.constantFrom(" ", "-", "—", "")), { minLength: 1, maxLength: 5 })
  .map((pieces) => pieces.flat().join(""));
const typed = fc.oneof(
  fc.tuple(title, fc.nat(8)).map(([text, length]) => text.slice(0, length + 1)),
  anyText({ maxLength: 30 }),
);

const kindOf = (id: number): PageKind => (id % 5 === 0 ? "episode" : "post");
const restriction = fc.constantFrom(null, null, null, { type: "login" } as const);
const change = fc.oneof(
  { weight: 5, arbitrary: fc.record({ id: fc.integer({ min: 10, max: 25 }), title, restriction }) },
  { weight: 1, arbitrary: fc.record({ id: fc.constantFrom(3, 4), title, restriction }) },
);
const state = fc.record({
  change,
  gone: fc.constantFrom(false, false, false, true),
  live: fc.constantFrom(true, true, true, false),
  parentId: fc.constantFrom(3, 3, 4, 6),
  visibleDate: fc.constantFrom("2025-01-31T23:59:59.999Z", "2025-02-01T00:00:00.000Z"),
  categories: fc.subarray([1, 2]),
  tagSlugs: fc.subarray(["marsh", "sea"]),
  lastPublishedAt: fc.constantFrom(
    null,
    "2025-01-01T00:00:00Z",
    "2025-01-01T00:00:00.500Z",
    "2025-01-02T00:00:00.000Z",
  ),
});
const mostlyNull = <Value>(...values: readonly Value[]) => fc.constantFrom(null, null, null, ...values);
const narrowing = fc.record({
  timezone: fc.constantFrom(...timezones),
  month: mostlyNull("2025-01", "2025-02", "2025-03"),
  category: mostlyNull(0, 1, 2),
  tag: mostlyNull("marsh", "sea", "sky"),
  after: fc.constant(null),
  before: fc.constant(null),
});
const wanted = fc.record({
  narrowing,
  blogId: fc.constantFrom(3, 3, 4, 2, 6, 99),
  limit: fc.constantFrom(1, 2, 8),
  text: typed,
});
const history = fc.array(fc.record({ states: fc.array(state, { maxLength: 6 }), wanted }), { maxLength: 12 });

test("suggestions equal those of a simple model, after any history of changes", () => {
  fc.assert(
    fc.property(fc.boolean(), history, (isCrowded, steps) => {
      const present = new Map(
        [...containers, ...(isCrowded ? newestPosts : [])].map((page) => [page.id, page]),
      );
      let catalog = new Catalog(":memory:");
      catalog.apply([...present.values()].map(changeTo));
      let version = 1;
      for (const [step, { states, wanted }] of steps.entries()) {
        if (step === 1) catalog = copyOf(catalog);
        const changes = states.map(({ change: { id, ...own }, gone, parentId, ...rest }): Change => {
          version++;
          const isContainer = id < 10;
          const listing = isContainer
            ? { ...present.get(id)!, restriction: own.restriction, version }
            : listingWith({ id, kind: kindOf(id), parentId, version, tags: rest.tagSlugs, ...own, ...rest });
          return { kind: "page", id, version, listing: gone && !isContainer ? null : listing };
        });
        for (const { id, listing } of changes as Extract<Change, { kind: "page" }>[]) {
          if (listing) present.set(id, listing);
          else present.delete(id);
        }
        catalog.apply(changes);
        const { text, ...where } = wanted;
        const words = wordsOf(text);
        const expected = words.length === 0 ? [] : suggestPlainly([...present.values()], { ...where, words });
        expect(suggested(catalog, text, where)).toEqual(expected);
      }
    }),
    { numRuns: 300 },
  );
});
