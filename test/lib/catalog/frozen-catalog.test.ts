import { expect, test } from "vitest";
import { Catalog } from "#lib/catalog/catalog.ts";
import { FrozenCatalog } from "#lib/catalog/frozen-catalog.ts";
import type { Change } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { imageWith } from "#test/support/media-objects.ts";
import { listingWith } from "./listings.ts";
import { mediaChange, mediaRemoval } from "./media-changes.ts";

const page = (id: number, version: number, fields: Partial<Listing> = {}): Change => ({
  kind: "page",
  id,
  version,
  listing: listingWith({ id, parentId: 1, version, ...fields }),
});

/** All that a frozen catalog answers about the pages and images of the tests. */
const answers = (
  asked: Pick<Catalog, "listingById" | "listingsOf" | "versionOf" | "media" | "mediaVersionOf">,
) => ({
  titles: [2, 3, 4].map((id) => asked.listingById(id)?.title),
  together: asked.listingsOf([4, 3, 9, 2]).map(({ title }) => title),
  versions: [2, 3, 4].map((id) => asked.versionOf(id)),
  images: [7, 8, 9].map((id) => asked.media("image", id)?.title),
  imageVersions: [7, 8, 9].map((id) => asked.mediaVersionOf("image", id)),
});

test("a frozen catalog keeps what changes, goes and comes afterwards, each time", () => {
  const catalog = new Catalog(":memory:");
  catalog.apply([page(2, 1), page(3, 1)]);
  catalog.apply([7, 8].map((id) => mediaChange(imageWith({ id, version: 1, title: `Image ${id}` }))));
  const before = answers(catalog);
  using frozen = new FrozenCatalog(catalog);
  expect(answers(frozen)).toEqual(before);
  for (const version of [2, 3]) {
    catalog.apply([
      page(2, version, { title: `Changed ${version}` }),
      { kind: "page", id: 3, version, listing: null },
      page(4, version),
      mediaChange(imageWith({ id: 7, version, title: `Changed ${version}` })),
      mediaRemoval("image", 8, version),
      mediaChange(imageWith({ id: 9, version })),
    ]);
    expect(answers(frozen)).toEqual(before);
    expect(answers(catalog).titles).toEqual([`Changed ${version}`, undefined, "Page 4"]);
    using later = new FrozenCatalog(catalog);
    expect(answers(later)).toEqual(answers(catalog));
  }
});

test("a catalog keeps nothing for a frozen one that has ended", () => {
  const catalog = new Catalog(":memory:");
  catalog.apply([page(2, 1)]);
  const frozen = new FrozenCatalog(catalog);
  frozen[Symbol.dispose]();
  catalog.apply([page(2, 2, { title: "Changed" })]);
  expect(frozen.listingById(2)?.title).toBe("Changed");
});
