import fc from "fast-check";
import { expect, test } from "vitest";
import type { ListQuery } from "#lib/catalog/pages/page-lists.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { anonymousViewer, passesRestriction, stampOfPassword, type Viewer } from "#lib/pages/restriction.ts";
import { pageKindsOf } from "#lib/queries/page-types.ts";
import type { WordSearch } from "#lib/queries/word-search.ts";
import { commonWords, LargeWorld, type PostChange, postIds, type SpokenPage } from "./large-world.ts";

/** The ids in the order of the first key, then of the next. */
const idsBy = <Item extends { readonly id: number }>(
  items: readonly Item[],
  ...keys: readonly ((item: Item) => number | string)[]
): number[] => {
  const compare = (one: Item, other: Item): number => {
    const key = keys.find((key) => key(one) !== key(other));
    return key === undefined ? 0 : key(one) < key(other) ? -1 : 1;
  };
  return items.toSorted(compare).map(({ id }) => id);
};

const timesOf = (word: string, words: readonly string[]): number =>
  words.filter((each) => each === word).length;

/** A simple model of searches and ranks. */
const searchPlainly = (pages: readonly SpokenPage[], { words, operator }: WordSearch): number[] => {
  const isAll = operator === "and";
  const found = pages.filter((page) => {
    const has = (word: string) => page.words.includes(word);
    return page.listing.live && (isAll ? words.every(has) : words.some(has));
  });
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, 10);
  const pointsFor = (word: string, { words, titleWords }: SpokenPage): number => {
    const inTitle = titleWords.includes(word) ? 2 : 0;
    if (found.length > 5_000) return inTitle;
    return inTitle + Math.min(timesOf(word, words), 1) + (timesOf(word, words) >= 3 ? 0.5 : 0);
  };
  const scored = found.map((page) => {
    const { id, visibleDate = "" } = page.listing;
    const points = (isAll ? longest : words).map((word) => pointsFor(word, page));
    return { id, visibleDate, score: points.reduce((sum, each) => sum + each, 0) };
  });
  const keys = ["score", "visibleDate", "id"] as const;
  return idsBy(scored, ...keys.map((key) => (page: (typeof scored)[number]) => page[key])).reverse();
};

/** A simple model of lists. */
const listPlainly = (pages: ReadonlyMap<number, SpokenPage>, query: ListQuery, viewer: Viewer): number[] => {
  const { types, descendantOf, filters, narrowing, found, order } = query;
  const kinds = pageKindsOf(types);
  const places = found && new Map([...found].map((id, place) => [id, place]));
  const isOpen = ({ restriction }: Listing): boolean =>
    restriction === null || passesRestriction(viewer, restriction);
  const isWanted = (listing: Listing): boolean => {
    const { id, parentId, kind, live, tags, visibleDate } = listing;
    const isVisible = live && id > 1 && isOpen(listing) && isOpen(pages.get(parentId!)!.listing);
    return (
      isVisible &&
      kinds.has(kind) &&
      (descendantOf === null || parentId === descendantOf || (descendantOf === 2 && id > 2)) &&
      filters.every(({ value }) => value === listing.showInMenus) &&
      (narrowing === null || visibleDate !== undefined) &&
      (!narrowing?.tag || tags!.includes(narrowing.tag)) &&
      (!narrowing?.after || visibleDate! >= narrowing.after) &&
      (places?.has(id) ?? true)
    );
  };
  const [key] = typeof order === "string" ? [] : order;
  const firstKey = ({ id, parentId, visibleDate, firstPublishedAt }: Listing): number | string => {
    if (key) return (key.field === "visible_date" ? visibleDate : firstPublishedAt) ?? "";
    return places ? places.get(id)! : id <= 4 ? id : parentId!;
  };
  const listings = Array.from(pages.values(), ({ listing }) => listing).filter(isWanted);
  const ids = idsBy(listings, firstKey, ({ id }) => id);
  return key?.descending ? ids.reverse() : ids;
};

const change: fc.Arbitrary<PostChange> = fc.record({
  id: fc.constantFrom(...postIds),
  seed: fc.option(fc.nat(), { freq: 3 }),
});

const search: fc.Arbitrary<WordSearch> = fc.record({
  words: fc.oneof(
    fc.subarray(["sea", "soil", "newt", "otter", "crane", "owl"], { minLength: 1, maxLength: 3 }),
    fc.constantFrom(commonWords, [...commonWords, "otter"], ["newt", "otter"]),
  ),
  phrases: fc.constant([]),
  operator: fc.constantFrom("and", "or"),
});

const nothing = fc.constant(null);
const some = <Value>(...values: readonly Value[]) => fc.constantFrom(null, ...values);
const narrowing = fc.record({
  timezone: fc.constant("UTC"),
  ...{ month: nothing, category: nothing, before: nothing },
  ...{ tag: some("reed", "heron"), after: some("2024-02-01", "2025-11-01") },
});

const orderKey = fc.record({
  field: fc.constantFrom("visible_date" as const, "first_published_at" as const),
  descending: fc.boolean(),
});

const query = fc.record({
  ...{ childOf: nothing, ancestorOf: nothing, descendantOf: some(null, 2, 3) },
  types: fc.constantFrom([], ["site.Post", "site.Blog"] as const, ["site.Episode"] as const),
  filters: fc.subarray([{ field: "show_in_menus", value: true } as const]),
  order: fc.oneof(fc.constant("default" as const), fc.tuple(orderKey)),
  window: fc.record({
    ...{ style: fc.constant("offset" as const), offset: fc.constantFrom(0, 7, 2_000) },
    limit: fc.constantFrom(40, 6_000),
  }),
});

const user = { ...anonymousViewer, userId: 7 };
const passing = { ...user, passed: [stampOfPassword("")] };

/** The options of a query that is repeated between changes. */
const variant = fc.record({
  isOfFound: fc.boolean(),
  narrowing: fc.oneof(nothing, narrowing),
  viewer: fc.constantFrom<Viewer>(anonymousViewer, user, passing, passing),
});

const step = fc.record({
  changes: fc.array(change, { maxLength: 4 }),
  ...{ search, query },
  variants: fc.array(variant, { minLength: 1, maxLength: 4 }),
});

test("searches and lists of more than 5,000 posts equal those of a simple model, after any changes", async () => {
  const world = new LargeWorld();
  const history = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
    for (const { changes, search, query, variants } of steps) {
      world.put(changes);
      const found = await world.search(search);
      expect([...found]).toEqual(searchPlainly([...world.pages.values()], search));
      for (const { isOfFound, narrowing, viewer } of variants) {
        const asked = { ...query, narrowing, found: isOfFound ? found : null };
        const { total, listings } = world.catalog.list(asked, viewer);
        const expected = listPlainly(world.pages, asked, viewer);
        const { offset, limit } = query.window;
        expect(total).toBe(expected.length);
        expect(listings.map(({ id }) => id)).toEqual(expected.slice(offset, offset + limit));
      }
    }
  });
  await fc.assert(
    history.afterEach(() => world.putBack()),
    { numRuns: 20 },
  );
});
