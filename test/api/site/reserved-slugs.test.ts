// Proves contract rules: reserved-addresses.

import { describe, expect, test } from "vitest";
import { createPage } from "#lib/actions/pages/create-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { feedsPath, filesPath } from "#lib/media/file-delivery.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { createPost, updatePost } from "#lib/routes/editor-posts.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";

import { call } from "#test/support/call.ts";
import { createDraft, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();

const content = {
  title: "A blog",
  seoTitle: "",
  searchDescription: "",
  description: "",
  theme: null,
} as const;

const createBlog = (slug: string) =>
  createPage(world.home, () => ({ kind: "blog", content: { ...content, slug }, ownerId: null }));

const rename = (id: number, slug: string) =>
  saveDraft(id, { authorId: null, permit: () => {}, slug, change: (latest) => latest });

const reason = (slug: string) => [
  {
    path: "slug",
    code: "invalid",
    message: `No page below the home page can be called '${slug}': the addresses below /${slug}/ are the service's own.`,
  },
];

const problemsOf = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  return error instanceof Refusal ? error.details.problems : error;
};

const reserved = ["_feeds", "_files", "_scripts", "accounts", "api", "cms", "media", "setup"];

test("every first word of an address of the service is reserved", () => {
  const words = [...routes, fallback].flatMap(({ path, aliases }) =>
    [path, ...aliases].map((each) => each.split("/")[1] ?? ""),
  );
  const literal = new Set(words.filter((word) => /^\w+$/.test(word)));
  expect([...literal.add(feedsPath.slice(1)).add(filesPath.slice(1))].sort()).toEqual(reserved);
});

describe.each(reserved)("a page below the home page is not called %s", (slug) => {
  test("when it is created", async () => {
    expect(await problemsOf(createBlog(slug))).toEqual(reason(slug));
  });

  test("when it is renamed", async () => {
    const { page } = await createBlog(freshSlug());
    expect(await problemsOf(rename(page.id, slug))).toEqual(reason(slug));
  });

  test("but one below a blog may be, and may be renamed to that", async () => {
    const body = { parent: { id: world.notes }, title: "Open doors", slug, overview: [] };
    expect((await call(createPost, { as: "ada", body })).body.slug).toBe(slug);
    const draft = await createDraft(world.calls);
    const renamed = await call(updatePost, {
      as: "ada",
      params: { id: draft.id },
      body: { base_revision_id: draft.latest_revision_id, slug },
    });
    expect(renamed.body.slug).toBe(slug);
  });
});
