// Proves contract rules: change-reach, change-entries.

import { expect, test } from "vitest";
import { Catalog } from "#lib/catalog/catalog.ts";
import { alteredPages } from "#lib/catalog/changes/altered-pages.ts";
import { type Change, type NumberedChange, sharedStateOf } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { listingWith } from "./listings.ts";

const posts = 10_000;
const firstPost = 10;

const known = { mayLackRestrictions: false };

const blog = (changes: Partial<Listing> = {}): Listing =>
  listingWith({ id: 3, parentId: 2, ancestors: [1, 2], ...changes });

const post = (id: number, changes: Partial<Listing> = {}): Listing =>
  listingWith({
    ...{ id, parentId: 3, ancestors: [1, 2, 3], kind: "post" },
    content: { digest: "same", uses: { image: [id] } },
    ...changes,
  });

const applied = (listing: Listing): Change => ({
  kind: "page",
  id: listing.id,
  version: listing.version,
  listing,
});

const newCatalog = (count: number): Catalog => {
  const catalog = new Catalog(":memory:");
  const pages = [
    listingWith({ id: 1, parentId: null, kind: "root" }),
    listingWith({ id: 2, parentId: 1, ancestors: [1], kind: "home" }),
    blog(),
    ...Array.from({ length: count }, (_, index) => post(firstPost + index)),
  ];
  catalog.apply(pages.map(applied));
  return catalog;
};

const pageChange = (before: Listing | null, after: Listing | null, version: number): Change => {
  const { id } = (after ?? before)!;
  const { kind, ancestors } = (before ?? after)!;
  return {
    kind: "page",
    id,
    version,
    listing: after && { ...after, version },
    before: before && { kind, ancestors, ...sharedStateOf(before) },
  };
};

const numbered = (...changes: readonly Change[]): NumberedChange[] =>
  changes.map((change, index) => ({
    number: index + 1,
    mark: "mark",
    writtenAtMs: 1_000 + index,
    expiresAtMs: Number.POSITIVE_INFINITY,
    change,
  }));

/** What is told after the catalog has applied the changes. */
const toldOf = (catalog: Catalog, changes: readonly NumberedChange[], facts = known) => {
  catalog.apply(changes.map(({ change }) => change));
  return alteredPages(catalog, changes, facts);
};

const restricted = { restriction: { type: "login" } } as const;

test("of 10,000 posts one edit is one entry, and a change of their blog is one for each", () => {
  const catalog = newCatalog(posts);
  const edited = numbered(pageChange(post(500), post(500, { title: "Edited" }), 2));
  expect(toldOf(catalog, edited)).toEqual([
    { id: 500, kind: "post", change: "updated", number: 1, atMs: 1_000 },
  ]);
  expect(toldOf(catalog, numbered(pageChange(blog(), blog({ description: "<p>New.</p>" }), 2)))).toHaveLength(
    1,
  );
  const closed = toldOf(catalog, numbered(pageChange(blog(), blog(restricted), 3)));
  expect(closed).toHaveLength(posts + 1);
  expect(new Set(closed.map(({ change }) => change))).toEqual(new Set(["unpublished"]));
  const opened = toldOf(catalog, numbered(pageChange(blog(restricted), blog(), 4)));
  expect(opened).toHaveLength(posts + 1);
  expect(new Set(opened.map(({ change }) => change))).toEqual(new Set(["published"]));
  expect(opened.map(({ id }) => id)).toEqual(
    opened.map(({ id }) => id).toSorted((one, other) => one - other),
  );
});

test("changes count in the order of versions, though their numbers are in another", () => {
  const [first, second] = [post(10), post(10, { title: "Second" })];
  const changes = numbered(pageChange(second, null, 3), pageChange(first, second, 2));
  expect(toldOf(newCatalog(1), changes)).toMatchObject([{ id: 10, change: "unpublished", number: 2 }]);
  const withdrawn = pageChange(first, null, 2);
  const again = pageChange(post(10, { live: false }), post(10), 3);
  expect(toldOf(newCatalog(1), numbered(again, withdrawn))).toMatchObject([{ id: 10, change: "updated" }]);
});

test("a page that was there only in between is told, since somebody may have read it", () => {
  const hidden = post(10, { live: false });
  const changes = numbered(pageChange(hidden, post(10), 2), pageChange(post(10), null, 3));
  expect(toldOf(newCatalog(1), changes)).toMatchObject([{ id: 10, change: "unpublished" }]);
});

test("below a restricted blog nothing is told, unless changes of restrictions may be missing", () => {
  const catalog = newCatalog(2);
  toldOf(catalog, numbered(pageChange(blog(), blog(restricted), 2)));
  const edited = numbered(pageChange(post(10), post(10, { title: "Edited" }), 2));
  expect(toldOf(catalog, edited)).toEqual([]);
  expect(toldOf(catalog, edited, { mayLackRestrictions: true })).toMatchObject([
    { id: 10, change: "unpublished" },
  ]);
  const own = numbered(pageChange(post(11, restricted), post(11, { ...restricted, title: "Edited" }), 3));
  expect(toldOf(catalog, own, { mayLackRestrictions: true })).toEqual([]);
});

test("of entries of earlier versions everything is told that they may have altered", () => {
  const change: Change = { kind: "page", id: 3, version: 2, listing: blog({ version: 2 }) };
  expect(toldOf(newCatalog(3), numbered(change))).toHaveLength(4);
  const gone: Change = { kind: "page", id: 10, version: 2, listing: null };
  expect(toldOf(newCatalog(3), numbered(gone))).toMatchObject([{ id: 10, change: "unpublished" }]);
  const site: Change = { kind: "site", version: 2 };
  expect(toldOf(newCatalog(3), numbered(site))).toHaveLength(5);
});

test("posts whose listings do not say what they use count as using everything", () => {
  const catalog = newCatalog(3);
  const { content, ...earlier } = post(11, { version: 2 });
  catalog.apply([applied(earlier)]);
  const media: Change = { kind: "media", mediaKind: "image", id: 12, version: 2, media: null };
  expect(toldOf(catalog, numbered(media)).map(({ id }) => id)).toEqual([11, 12]);
});
