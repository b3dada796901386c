import { expect, test } from "vitest";
import { Catalog } from "#lib/catalog/catalog.ts";
import { findDifferences } from "#lib/catalog/verify.ts";
import { listingWith } from "./listings.ts";

const blog = listingWith({ id: 3, parentId: 2, version: 4 });
const catalog = new Catalog(":memory:");
catalog.apply([{ kind: "page", id: blog.id, version: blog.version, listing: blog }]);

test.each([
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
  expect(findDifferences([listing], catalog)).toEqual(expected);
});
