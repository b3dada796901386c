import { expect, test } from "vitest";
import { Catalog } from "#lib/catalog/catalog.ts";
import { findDifferences } from "#lib/catalog/verifying/verify-site.ts";
import type { Image } from "#lib/media/media.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { imageWith } from "#test/support/media-objects.ts";
import { listingWith } from "./listings.ts";
import { mediaChange } from "./media-changes.ts";

const blog = listingWith({ id: 3, parentId: 2, version: 4 });
const image = imageWith({ id: 3, version: 2 });
const catalog = new Catalog(":memory:");
catalog.apply([{ kind: "page", id: blog.id, version: blog.version, listing: blog }, mediaChange(image)]);

test.each<[string, Listing, readonly string[]]>([
  ["the same listing is no difference", blog, []],
  ["an older listing is no difference", { ...blog, version: 3, title: "Older" }, []],
  ["a newer listing is missing", { ...blog, version: 5 }, ["page 3: version 5 is missing, 4 is there"]],
  ["an unknown page is missing", { ...blog, id: 9 }, ["page 9: version 4 is missing, nothing is there"]],
  [
    "the same version with another content differs",
    { ...blog, title: "Other" },
    ["page 3: version 4 differs"],
  ],
])("%s", (_name, listing, expected) => {
  expect(findDifferences({ listings: [listing], media: [] }, catalog)).toEqual(expected);
});

test.each<[string, Image, readonly string[]]>([
  ["the same image is no difference", image, []],
  ["an older image is no difference", { ...image, version: 1, title: "Older" }, []],
  ["a newer image is missing", { ...image, version: 3 }, ["image 3: version 3 is missing, 2 is there"]],
  ["an unknown image is missing", { ...image, id: 9 }, ["image 9: version 2 is missing, nothing is there"]],
  ["the same version of another image differs", { ...image, tags: ["x"] }, ["image 3: version 2 differs"]],
])("%s", (_name, object, expected) => {
  expect(findDifferences({ listings: [], media: [object] }, catalog)).toEqual(expected);
});
