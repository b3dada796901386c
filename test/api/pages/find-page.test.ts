// Proves contract rules: find-page.

import { describe, expect, test } from "vitest";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { findPage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

const find = (query: string, as?: string) => call(findPage, { query, ...(as ? { as } : {}) });

const detailUrl = (id: number) => `https://notes.example/api/cms/pages/${id}/`;

describe("finding a page", () => {
  test.each<[string, (slug: string) => string]>([
    ["with both slashes", (slug) => `/notes/${slug}/`],
    ["without any", (slug) => `notes/${slug}`],
    ["without the first", (slug) => `notes/${slug}/`],
    ["without the last", (slug) => `/notes/${slug}`],
  ])("leads from a path %s to the page's item", async (_, path) => {
    const { id, slug } = await createLivePost(world.notes);
    const { status, headers } = await find(`html_path=${encodeURIComponent(path(slug))}`);
    expect({ status, location: headers.location }).toEqual({ status: 302, location: detailUrl(id) });
  });

  test.each(["html_path=", "html_path=/", "html_path=//"])(
    "leads from ?%s to the site's root page",
    async (query) => {
      expect((await find(query)).headers.location).toBe(detailUrl(world.home));
    },
  );

  test("keeps the other parameters, and follows the path rather than the id", async () => {
    const { id } = await createLivePost(world.notes);
    const { headers } = await find(`id=${id}&fields=*&html_path=/notes/`);
    expect(headers.location).toBe(`${detailUrl(world.notes)}?fields=*`);
    expect((await find(`x=%20&id=${id}`)).headers.location).toBe(`${detailUrl(id)}?x=+`);
  });

  test.each([
    ...["", "id=", "id=abc", "id=-1", "id=0", "id=99999999999999999999", "id=1.5"],
    ...["html_path=/nowhere/", "html_path=/notes/nothing/", "html_path=%00x"],
  ])("finds none for ?%s", async (query) => {
    const { status, body } = await find(query);
    expect({ status, body }).toEqual({ status: 404, body: { message: "not found", detail: "not found" } });
  });

  test("finds neither drafts nor what is hidden from the caller", async () => {
    const draft = await createDraft(world.notes);
    const hidden = await createLivePost(world.notes);
    await setPageProperties(hidden.id, { restriction: { type: "login" } });
    for (const { id, slug } of [draft, hidden]) {
      expect((await find(`id=${id}`)).status).toBe(404);
      expect((await find(`html_path=/notes/${slug}/`)).status).toBe(404);
    }
    expect((await find(`html_path=/notes/${hidden.slug}/`, "ada")).headers.location).toBe(
      detailUrl(hidden.id),
    );
  });
});
