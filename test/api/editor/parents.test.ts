// Proves contract rules: parents, vocabulary.

import { expect, test } from "vitest";
import { listParents } from "#lib/routes/editor-parents.ts";
import { readEditorSite } from "#lib/routes/editor-site.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();

const parentsOf = async (as: string) => (await call(listParents, { as })).body;

test("the blogs and podcasts that the caller may add to are listed in tree order", async () => {
  expect(await parentsOf("ada")).toEqual([
    {
      id: world.notes,
      title: "Notes",
      type: "site.Blog",
      api_url: "/api/editor/posts/",
      path: "/home/notes",
    },
    {
      id: world.calls,
      title: "Calls",
      type: "site.Podcast",
      api_url: "/api/editor/episodes/",
      path: "/home/calls",
    },
  ]);
});

test.each([
  ["su", 2],
  ["bo", 1],
  ["cy", 0],
  ["di", 0],
])("%s sees %i of them", async (as, count) => {
  expect(await parentsOf(as)).toHaveLength(count);
});

test("they can be asked for in parts", async () => {
  const whole = await parentsOf("ada");
  const part = async (query: string) => (await call(listParents, { as: "ada", query })).body;
  expect(await part("limit=1")).toEqual(whole.slice(0, 1));
  expect(await part("limit=1&offset=1")).toEqual(whole.slice(1, 2));
  expect(await part("offset=2")).toEqual([]);
  const { status, body } = await call(listParents, { as: "ada", query: "limit=x" });
  expect([status, body]).toEqual([
    400,
    {
      code: "validation_error",
      errors: { limit: [{ code: "invalid", message: "limit must be a positive integer" }] },
    },
  ]);
});

test("authors can read the categories and the rich-text features that they may use", async () => {
  const { body } = await call(readEditorSite, { as: "di" });
  expect(body).toEqual({
    name: "Test site",
    locale: "en",
    timezone: "UTC",
    categories: [
      { id: world.birds, slug: "birds", name: "Birds" },
      { id: world.weather, slug: "weather", name: "Weather" },
    ],
    rich_text_features: ["bold", "italic", "ol", "ul", "hr", "link", "document-link"],
  });
});
