// Proves contract rules: days-and-months.
import fc from "fast-check";
import { expect, test } from "vitest";
import { Catalog } from "#lib/catalog/catalog.ts";
import type { Narrowing } from "#lib/catalog/pages/narrowing.ts";
import type { ListQuery } from "#lib/catalog/pages/page-lists.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { type PageKind, rootPageId } from "#lib/pages/page.ts";
import { anonymousViewer, passesRestriction, stampOfPassword, type Viewer } from "#lib/pages/restriction.ts";
import type { PageFieldName } from "#lib/queries/item-fields.ts";
import type { PageFilter } from "#lib/queries/page-query.ts";
import { pageKindsOf } from "#lib/queries/page-types.ts";
import type { OrderKey } from "#lib/queries/search-and-order.ts";
import { copyOf } from "./copies.ts";
import { isNarrowedTo } from "./is-narrowed-to.ts";
import { listingWith } from "./listings.ts";
import { edges, timezones } from "./shown-day.ts";

type Value = string | number | boolean | null;

/** A simple model of lists, over an array of listings. */
const listPlainly = (
  all: readonly Listing[],
  query: ListQuery,
  viewer: Viewer,
): { total: number; ids: number[] } => {
  const byId = new Map(all.map((listing) => [listing.id, listing]));
  const pathTo = (id: number): readonly number[] => {
    if (id === 0) return [];
    if (id === rootPageId) return [id];
    const above = pathTo(byId.get(id)?.parentId ?? 0);
    return above.length === 0 ? [] : [...above, id];
  };
  const site = all
    .filter(({ kind, parentId }) => kind === "home" && parentId === rootPageId)
    .sort(byNumber)[0];
  const isShown = (listing: Listing): boolean => {
    const path = pathTo(listing.id);
    const restrictions = path.flatMap((id) => {
      const restriction = byId.get(id)?.restriction;
      return restriction ? [{ id, restriction }] : [];
    });
    return (
      listing.live &&
      site !== undefined &&
      path.includes(site.id) &&
      restrictions.every(({ restriction }) => passesRestriction(viewer, restriction))
    );
  };
  const isWanted = (listing: Listing): boolean =>
    pageKindsOf(query.types).has(listing.kind) &&
    (query.childOf === null || listing.parentId === query.childOf) &&
    (query.descendantOf === null || pathTo(listing.id).slice(0, -1).includes(query.descendantOf)) &&
    (query.ancestorOf === null || pathTo(query.ancestorOf).slice(0, -1).includes(listing.id)) &&
    query.filters.every(({ field, value }) => fieldOf(listing, field) === value) &&
    (query.narrowing === null || isNarrowedTo(query.narrowing, listing)) &&
    (query.found?.includes(listing.id) ?? true);

  const keys = typeof query.order === "string" ? [] : query.order;
  const found = all.filter((listing) => isShown(listing) && isWanted(listing));
  const relevance = query.found ? [...query.found] : null;
  const ordered =
    keys.length === 0
      ? found.sort((one, other) =>
          relevance
            ? relevance.indexOf(one.id) - relevance.indexOf(other.id)
            : comparePaths(pathTo(one.id), pathTo(other.id)),
        )
      : found.sort((one, other) => compareBy(keys, one, other));
  if (query.window.style !== "offset") throw new Error("the model knows offsets only");
  const { offset, limit } = query.window;
  return { total: found.length, ids: ordered.map(({ id }) => id).slice(offset, offset + limit) };
};

const byNumber = (one: Listing, other: Listing): number => one.id - other.id;

const comparePaths = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((id, index) => id !== other[index]);
  return at === -1 ? one.length - other.length : one[at]! - (other[at] ?? 0);
};

const compareBy = (keys: readonly OrderKey<PageFieldName>[], one: Listing, other: Listing): number => {
  for (const { field, descending } of keys) {
    const order = compareValues(fieldOf(one, field), fieldOf(other, field));
    if (order !== 0) return descending ? -order : order;
  }
  return keys[0]!.descending ? other.id - one.id : one.id - other.id;
};

const compareValues = (one: Value, other: Value): number => {
  if (one === null || other === null) return Number(other === null) - Number(one === null);
  if (typeof one === "string") return Buffer.compare(Buffer.from(one), Buffer.from(String(other)));
  return Number(one) - Number(other);
};

const fieldOf = (listing: Listing, field: PageFilter["field"]): Value => {
  const instant = (text: string | null | undefined) => (text ? new Date(text).toISOString() : null);
  switch (field) {
    case "id":
    case "title":
    case "slug":
    case "uuid":
      return listing[field];
    case "seo_title":
      return listing.seoTitle;
    case "search_description":
      return listing.searchDescription;
    case "show_in_menus":
      return listing.showInMenus;
    case "first_published_at":
      return instant(listing.firstPublishedAt);
    case "visible_date":
      return instant(listing.visibleDate);
    case "description":
      return listing.description ?? null;
    case "cover_image":
      return listing.coverImage?.id ?? null;
    case "cover_alt_text":
      return listing.coverImage?.altText ?? "";
    default:
      return null;
  }
};

/**
 * A small tree in this order of ids: the root, two homes, blogs and a podcast below them, posts below these.
 */
const parentsOf: Record<number, readonly number[]> = {
  ...{ 1: [], 2: [1], 3: [1], 4: [1, 2, 3], 5: [2, 3], 6: [2] },
  ...{ 7: [4, 5, 6], 8: [4, 5, 6], 9: [4, 5, 6], 10: [4, 5, 6], 11: [4, 5, 6], 12: [6] },
};
const kindsByTen: readonly PageKind[] = ["root", "home", "home", "blog", "blog", "podcast"];
const kindOf = (id: number): PageKind => kindsByTen[id - 1] ?? (id === 12 ? "episode" : "post");
const ids = Object.keys(parentsOf).map(Number);

const texts = ["", "a", "B", "é", "ﬀ", "😀"] as const;
const instants = [
  ...["2025-01-01T00:00:00Z", "2025-01-01T00:00:00.500Z", "2025-01-02T00:00:00.000Z"],
  ...["2025-02-01T00:30:00+02:00", "2024-12-31T23:59:59.999Z"],
  ...edges,
];
const text = fc.constantFrom(...texts);
const mostly = <Kept, Other>(usual: Kept, other: fc.Arbitrary<Other>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

const restriction = fc.oneof(
  fc.constant({ type: "login" } as const),
  fc.constant({ type: "groups", groups: [1] } as const),
  fc.constant({ type: "password", passwordHash: "one" } as const),
  fc.constant({ type: "password", passwordHash: "other" } as const),
);

const state = fc.record({
  live: mostly(true, fc.constant(false)),
  gone: mostly(false, fc.constant(true)),
  restriction: mostly(null, restriction),
  title: text,
  slug: text,
  seoTitle: text,
  searchDescription: text,
  showInMenus: fc.boolean(),
  firstPublishedAt: fc.constantFrom(null, ...instants),
  visibleDate: fc.constantFrom(...instants),
  description: text,
  coverImage: fc.option(fc.record({ id: fc.constantFrom(1, 2), altText: text })),
  tagSlugs: fc.subarray(["heron", "reed", "reed_1"]),
  categories: fc.subarray([1, 2]),
});

const change = fc.record({ id: fc.constantFrom(...ids), state });

const filter: fc.Arbitrary<PageFilter> = fc.oneof(
  fc.record({ field: fc.constantFrom("title", "slug", "seo_title", "search_description"), value: text }),
  fc.record({ field: fc.constantFrom("description", "cover_alt_text", "body"), value: text }),
  fc.record({
    field: fc.constantFrom("id", "cover_image", "alias_of"),
    value: fc.integer({ min: 0, max: 8 }),
  }),
  fc.record({ field: fc.constant("show_in_menus"), value: fc.boolean() }),
  fc.record({
    field: fc.constantFrom("first_published_at", "visible_date"),
    value: fc.constantFrom(...instants).map((instant) => new Date(instant).toISOString()),
  }),
) as fc.Arbitrary<PageFilter>;

const orderKey = fc.record({
  field: fc.constantFrom(
    ...(["id", "title", "slug", "seo_title", "first_published_at", "visible_date", "show_in_menus"] as const),
    ...(["cover_image", "cover_alt_text", "description", "locale", "body"] as const),
  ),
  descending: fc.boolean(),
});

const page = mostly(null, fc.integer({ min: 0, max: 13 }));

const day = mostly(null, fc.constantFrom("2024-12-31", "2025-01-01", "2025-01-31", "2025-02-01"));
const narrowing: fc.Arbitrary<Narrowing> = fc.record({
  timezone: fc.constantFrom(...timezones),
  month: mostly(null, fc.constantFrom("2024-12", "2025-01", "2025-02", "2025-03")),
  category: mostly(null, fc.constantFrom(0, 1, 2)),
  tag: mostly(null, fc.constantFrom("heron", "reed_1", "owl")),
  after: day,
  before: day,
});

const query: fc.Arbitrary<ListQuery> = fc.record({
  types: fc.subarray(
    ["site.Page", "site.HomePage", "site.Blog", "site.Podcast", "site.Post", "site.Episode"] as const,
    {
      maxLength: 2,
    },
  ),
  childOf: page,
  descendantOf: page,
  ancestorOf: page,
  narrowing: mostly(null, narrowing),
  found: mostly(
    null,
    fc.shuffledSubarray([...ids, 13, 5_000]).map((found) => Uint32Array.from(found)),
  ),
  filters: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(filter, { maxLength: 2 })),
  order: fc.oneof(fc.constant("default" as const), fc.array(orderKey, { minLength: 1, maxLength: 3 })),
  window: fc.record({
    style: fc.constant("offset" as const),
    limit: mostly(200, fc.integer({ min: 0, max: 4 })),
    offset: mostly(0, fc.integer({ min: 0, max: 8 })),
  }),
});

const viewer = fc.constantFrom<Viewer>(
  anonymousViewer,
  { ...anonymousViewer, userId: 7 },
  { ...anonymousViewer, userId: 7, groups: [1] },
  { ...anonymousViewer, userId: 1, superuser: true },
  { ...anonymousViewer, passed: [stampOfPassword("one")] },
);

const start = fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), parent: fc.nat(), state })));
const steps = fc.array(fc.record({ changes: fc.array(change, { maxLength: 2 }), query, viewer }), {
  maxLength: 12,
});

test("lists equal those of a simple model, after any history of changes, also from a copy on", () => {
  fc.assert(
    fc.property(start, steps, (initial, history) => {
      let catalog = new Catalog(":memory:");
      const present = new Map<number, Listing>();
      const versions = new Map<number, number>();
      const parentOf = (id: number): number | null => {
        const parents = parentsOf[id]!;
        return parents[initial[id - 1]!.parent % parents.length] ?? null;
      };
      const make = ({ id, state: { gone, ...fields } }: (typeof initial)[number]): void => {
        const version = (versions.get(id) ?? 0) + 1;
        versions.set(id, version);
        const { visibleDate, coverImage, tagSlugs, categories, description, ...base } = fields;
        const ofPosts = { visibleDate, coverImage, tagSlugs, tags: tagSlugs, categories };
        const kind = kindOf(id);
        const own = kind === "post" || kind === "episode" ? ofPosts : { description };
        const listing = gone
          ? null
          : listingWith({ id, parentId: parentOf(id), kind, version, ...base, ...own });
        if (listing) present.set(id, listing);
        else present.delete(id);
        catalog.apply([{ kind: "page", id, version, listing }]);
      };
      for (const page of initial) make({ ...page, state: { ...page.state, gone: false } });
      for (const [step, { changes, query, viewer }] of history.entries()) {
        if (step === 1) catalog = copyOf(catalog);
        for (const { id, state } of changes) make({ id, state, parent: 0 });
        const { total, listings } = catalog.list(query, viewer);
        const shown = { total, ids: listings.map(({ id }) => id) };
        expect(shown).toEqual(listPlainly([...present.values()], query, viewer));
        for (const listing of listings) expect(listing).toEqual(present.get(listing.id));
      }
    }),
    { numRuns: 300 },
  );
});
