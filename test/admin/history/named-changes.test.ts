import { expect, test } from "vitest";
import {
  type Change,
  inReadingOrder,
  placeOf,
  shownBlock,
  shownValue,
} from "../../../browser/admin/history/named-changes.ts";

const words = {
  textOf: (html: string) => html.replace(/<[^>]*>/g, ""),
  momentOf: (at: string) => `at ${at}`,
};

test.each<[string, Change, ReturnType<typeof placeOf>]>([
  ["a field", { path: "title", kind: "changed", from: "a", to: "b" }, { field: "title" }],
  [
    "a block that has changed where another was",
    { path: "detail.2", from_path: "detail.0", kind: "changed", from: {}, to: { type: "code", value: {} } },
    { field: "detail", block: { type: "code", place: 3, before: 1 } },
  ],
  [
    "a block that is gone",
    { path: "overview.0", kind: "removed", from: { type: "image", value: 1 }, to: null },
    { field: "overview", block: { type: "image", place: 1, before: 1 } },
  ],
  [
    "a block that has moved",
    { path: "detail.4", kind: "moved", from: "overview.1", to: "detail.4" },
    { field: "detail", block: { type: "", place: 5, before: 2 } },
  ],
])("%s is named", (_, change, place) => {
  expect(placeOf(change)).toEqual(place);
});

test("fields come first, then the blocks of the overview, then those of the detail, by their places", () => {
  const changes = ["detail.10", "detail.9", "overview.3", "tags", "slug"].map(
    (path): Change => ({ path, kind: "changed", from: null, to: { type: "paragraph" } }),
  );
  expect(inReadingOrder(changes).map(({ path }) => path)).toEqual([
    ...["tags", "slug", "overview.3", "detail.9", "detail.10"],
  ]);
});

test.each([
  ["nothing", null, ""],
  ["a list", ["heron", "", "reed"], "heron, reed"],
  ["a truth", false, "false"],
  ["an instant", "2026-01-02T03:04:05Z", "at 2026-01-02T03:04:05Z"],
  ["HTML", "<p>a <b>b</b></p>", "a b"],
  ["a text with a sign of HTML", "a < b", "a < b"],
  ["an object by its names", { id: 7, title: "Reeds", alt_text: "Three reeds" }, "Reeds, Three reeds"],
  ["an object without names", { id: 7, width: [1, 2] }, "7, 1, 2"],
])("%s is shown as people write it", (_, value, shown) => {
  expect(shownValue(value, words)).toBe(shown);
});

test("code is shown as it is written", () => {
  const html = "<p>x</p>";
  expect(shownBlock({ type: "code", value: { language: "html", source: html } }, words)).toBe(
    `html, ${html}`,
  );
  expect(shownBlock({ type: "paragraph", value: html }, words)).toBe("x");
  expect(shownBlock(null, words)).toBe("");
});
