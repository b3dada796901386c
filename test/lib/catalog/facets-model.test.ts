// Proves contract rules: who-counts, legacy-counts, modal-counts, days-and-months.

import fc from "fast-check";
import { expect, test } from "vitest";
import { Catalog } from "#lib/catalog/catalog.ts";
import {
  countFacets,
  type FacetCountQuery,
  type FacetCounts,
  type FacetKind,
} from "#lib/catalog/pages/facets.ts";
import type { Narrowing } from "#lib/catalog/pages/narrowing.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isPost, type PageKind } from "#lib/pages/page.ts";
import { copyOf } from "./copies.ts";
import { isNarrowedTo } from "./is-narrowed-to.ts";
import { listingWith } from "./listings.ts";
import { edges, shownDay, timezones } from "./shown-day.ts";

const groups: readonly FacetKind[] = ["date", "category", "tag"];
const fieldByGroup = { date: "month", category: "category", tag: "tag" } as const;

const termsOf = (post: Listing, group: FacetKind, timezone: string): readonly string[] =>
  ({
    date: [shownDay(post.visibleDate!, timezone).slice(0, 7)],
    category: post.categories!.map(String),
    tag: post.tagSlugs!,
  })[group];

/**
 * Facet counts in the words of the contract (contract#legacy-counts, contract#modal-counts): filters all
 * posts again for each group, and again for each option.
 */
const countPlainly = (all: ReadonlyMap<number, Listing>, wanted: FacetCountQuery): FacetCounts => {
  const pathTo = (id: number | null): readonly Listing[] => {
    const page = id === null ? undefined : all.get(id);
    return page ? [...pathTo(page.parentId), page] : [];
  };
  const countable = [...all.values()].filter((page) => {
    const path = pathTo(page.id);
    return (
      isPost(page) &&
      page.live &&
      path[0]?.kind === "root" &&
      path.slice(0, -1).some(({ id }) => id === wanted.blogId) &&
      path.every(({ restriction }) => restriction === null)
    );
  });
  const matching = (except: FacetKind | null): readonly Listing[] =>
    countable.filter(
      (post) =>
        (wanted.found?.includes(post.id) ?? true) &&
        isNarrowedTo({ ...wanted.narrowing, ...(except && { [fieldByGroup[except]]: null }) }, post),
    );
  const countsOf = (group: FacetKind) => {
    const posts = matching(wanted.isDisjunctive ? group : null);
    const among = wanted.isDisjunctive ? countable : posts;
    const keys = [...new Set(among.flatMap((post) => termsOf(post, group, wanted.narrowing.timezone)))];
    return {
      all: matching(group).length,
      terms: keys.map((key) => ({
        key,
        name: group === "tag" ? key.toUpperCase() : key,
        count: posts.filter((post) => termsOf(post, group, wanted.narrowing.timezone).includes(key)).length,
      })),
    };
  };
  return {
    total: matching(null).length,
    groups: { date: countsOf("date"), category: countsOf("category"), tag: countsOf("tag") },
  };
};

// `all` only matters for disjunctive counts.
const comparable = ({ total, groups: counted }: FacetCounts, isDisjunctive: boolean) => ({
  total,
  ...Object.fromEntries(
    groups.map((group) => {
      const { all, terms } = counted[group];
      const sorted = terms.toSorted((one, other) => (one.key < other.key ? -1 : 1));
      return [group, { all: isDisjunctive ? all : null, terms: sorted }];
    }),
  ),
});

/** The root, a home, blog 3 and podcast 4, with posts below the last three. */
const kinds: readonly PageKind[] = ["root", "home", "blog", "podcast"];
const parents = [null, 1, 2, 2];
const ids = Array.from({ length: 14 }, (_, index) => index + 1);
const kindOf = (id: number): PageKind => kinds[id - 1] ?? (id % 4 === 0 ? "episode" : "post");
const parentOf = (id: number): number | null => (id <= 4 ? parents[id - 1]! : [2, 3, 3, 3, 4][id % 5]!);

const rarely = <Value>(value: Value, usual: Value) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(value) });

const state = fc.record({
  live: rarely(false, true),
  gone: rarely(true, false),
  restriction: rarely<Listing["restriction"]>({ type: "login" }, null),
  visibleDate: fc.constantFrom(
    ...["2025-01-01T00:00:00.000Z", "2025-01-31T23:59:59.999Z", "2025-02-01T00:30:00+02:00"],
    ...["2025-02-01T00:00:00.000Z", "2024-12-31T20:00:00-05:00", "0000-01-01T00:00:00.000Z"],
    ...edges,
  ),
  tagSlugs: fc.subarray(["heron", "reed", "reed_1", "café"]),
  categories: fc.subarray([1, 2, 3]),
});

const change = fc.record({ id: fc.constantFrom(...ids.slice(1)), state });
const some = <Value>(...values: readonly Value[]) => fc.constantFrom(null, ...values);

const narrowing: fc.Arbitrary<Narrowing> = fc.record({
  timezone: fc.constantFrom(...timezones),
  month: some("2025-01", "2025-02", "2031-01"),
  category: some(0, 1, 2),
  tag: some("heron", "reed_1", "owl"),
  after: some("2025-01-01", "2025-01-31", "2025-02-01"),
  before: some("2025-01-31", "2024-12-31", "2025-12-31"),
});

const wanted: fc.Arbitrary<FacetCountQuery> = fc.record({
  blogId: fc.constantFrom(3, 3, 4, 2, 99),
  narrowing,
  found: fc.option(fc.shuffledSubarray([...ids, 900]).map((found) => Uint32Array.from(found))),
  isDisjunctive: fc.boolean(),
});

const start = fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), state })));
const steps = fc.array(fc.record({ changes: fc.array(change, { maxLength: 3 }), wanted }), {
  minLength: 1,
  maxLength: 10,
});

test("facets equal the counts of each group alone, after any history of changes, also from a copy on", () => {
  fc.assert(
    fc.property(start, steps, (initial, history) => {
      let catalog = new Catalog(":memory:");
      const present = new Map<number, Listing>();
      let version = 0;
      const make = ({
        id,
        state: { gone, visibleDate, tagSlugs, categories, ...base },
      }: (typeof initial)[0]) => {
        version++;
        const kind = kindOf(id);
        const tags = tagSlugs.map((slug) => slug.toUpperCase());
        const own = isPost({ kind }) ? { visibleDate, tags, tagSlugs, categories } : {};
        const listing = gone
          ? null
          : listingWith({ id, parentId: parentOf(id), kind, version, ...base, ...own });
        if (listing) present.set(id, listing);
        else present.delete(id);
        catalog.apply([{ kind: "page", id, version, listing }]);
      };
      for (const { id, state } of initial) make({ id, state: { ...state, gone: false } });
      for (const [step, { changes, wanted }] of history.entries()) {
        if (step === 1) catalog = copyOf(catalog);
        for (const change of changes) make(change);
        for (let time = 0; time < 2; time++) {
          const counted = comparable(countFacets(catalog.pages, wanted), wanted.isDisjunctive);
          expect(counted).toEqual(comparable(countPlainly(present, wanted), wanted.isDisjunctive));
        }
      }
    }),
    { numRuns: 300 },
  );
});
