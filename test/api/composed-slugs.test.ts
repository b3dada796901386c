// Proves contract rules: slug.

import { describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { slugFromTitle } from "#lib/pages/slug.ts";
import { createPost, lookUpPost, publishPost, updatePost } from "#lib/routes/editor-posts.ts";
import { findPage, listPages } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { visit } from "#test/support/site-pages.ts";
import { createDraft, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();

/** One word in its two spellings: an accent of its own, and one that belongs to its letter. */
const spellings = () => {
  const apart = `${freshSlug()}-cafe\u0301`;
  return { apart, composed: apart.normalize("NFC") };
};

const create = (slug: string) =>
  call(createPost, {
    as: "ada",
    body: { parent: { id: world.notes }, title: "A heron", slug, overview: [] },
  });

describe("a slug in another spelling than NFC", () => {
  test("is stored and shown in NFC, and found by both", async () => {
    const { apart, composed } = spellings();
    const { status, body } = await create(apart);
    expect([status, body.slug, body.page_slug]).toEqual([201, composed, composed]);
    for (const slug of [apart, composed]) {
      const found = await call(lookUpPost, {
        as: "ada",
        query: `parent=${world.notes}&slug=${encodeURIComponent(slug)}`,
      });
      expect([found.status, found.body.id]).toEqual([200, body.id]);
    }
  });

  test("is that of the sibling that has the other one", async () => {
    const { apart, composed } = spellings();
    expect((await create(composed)).status).toBe(201);
    expect((await create(apart)).body.errors.slug[0].code).toBe("duplicate");
    const { id, latest_revision_id: base_revision_id } = await createDraft(world.notes);
    const renamed = await call(updatePost, {
      as: "ada",
      params: { id },
      body: { base_revision_id, slug: apart },
    });
    expect(renamed.body.errors.slug[0].code).toBe("duplicate");
  });

  test("is taken in NFC by a PATCH", async () => {
    const { apart, composed } = spellings();
    const { id, latest_revision_id: base_revision_id } = await createDraft(world.notes);
    const { body } = await call(updatePost, {
      as: "ada",
      params: { id },
      body: { base_revision_id, slug: apart },
    });
    expect([body.slug, body.page_slug]).toEqual([composed, composed]);
  });

  test("leads to the page: in its address, in html_path, and as a filter", async () => {
    const { apart, composed } = spellings();
    const { id } = (await create(composed)).body;
    expect((await call(publishPost, { as: "ada", params: { id } })).body.public_url).toBe(
      `/notes/${encodeURIComponent(composed)}/`,
    );
    for (const slug of [apart, composed].map(encodeURIComponent)) {
      expect((await visit(`/notes/${slug}/`)).status).toBe(200);
      const found = await call(findPage, { query: `html_path=/notes/${slug}/` });
      expect([found.status, found.headers.location]).toEqual([302, expect.stringContaining(`/pages/${id}/`)]);
      const list = await call(listPages, { query: `slug=${slug}` });
      expect(list.body.results.map(({ id: found }: { id: number }) => found)).toEqual([id]);
    }
  });

  test("is one in a manifest as well, of pages and of categories", async () => {
    const { apart, composed } = spellings();
    const categories = [apart, composed].map((slug) => ({ slug, name: slug }));
    await expect(applyManifest({ version: 1, categories })).rejects.toThrow("categories[1].slug");
    const home = (slug: string) => ({
      version: 1,
      pages: [
        {
          type: "site.HomePage",
          slug: "home",
          title: "Home",
          children: [{ type: "site.Blog", slug, title: "C" }],
        },
      ],
    });
    await applyManifest(home(composed));
    const again = await applyManifest(home(apart));
    expect(Object.keys(again.ids.pages)).toContain(`/home/${composed}`);
    expect([again.created, again.updated]).toEqual([0, 0]);
  });

  test("is not made of a title", () => {
    for (const title of ["日\u0301", "ガ", "か\u3099", "e!\u0301日"]) {
      expect(slugFromTitle(title)).toBe(slugFromTitle(title).normalize("NFC"));
    }
  });
});
