import { expect, test } from "vitest";
import { readSource } from "#lib/manifest/read/source.ts";

test.each([
  ["title: 1e999", { title: "1e999" }],
  ["title: 1e3", { title: "1e3" }],
  ["title: 007", { title: "007" }],
  ["title: 1.10", { title: "1.10" }],
  ["title: .inf", { title: ".inf" }],
  ["title: 12345678901234567890", { title: "12345678901234567890" }],
  ["slug: 2024", { slug: "2024" }],
  ["tags: [2024, 1e3, ice]", { tags: ["2024", "1e3", "ice"] }],
  ['{"title": 1e999, "tags": [1.10]}', { title: "1e999", tags: ["1.10"] }],
  ["name: &year 2024\ntitle: *year", { name: "2024", title: "2024" }],
  ["title: true", { title: true }],
  ["title: null", { title: null }],
  ["title: [{title: 007, order: 1e3}]", { title: [{ title: "007", order: 1000 }] }],
])("a manifest keeps the text of a number where a text belongs: %s", (text, value) => {
  expect(readSource(text).value).toEqual(value);
});
