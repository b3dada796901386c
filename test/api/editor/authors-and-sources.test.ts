// Proves contract rules: post-authors, post-guid, page-source.

import { beforeAll, expect, test } from "vitest";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { diffPostRevision } from "#lib/routes/editor-history.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import {
  createEpisode,
  createPost,
  publishPost,
  readEpisode,
  readPost,
  updateEpisode,
  updatePost,
} from "#lib/routes/editor-posts.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();
const source = { name: "notes-repo", path: "posts/low-water.md", digest: "sha256:1" };

const named = (...authors: { slug: string; name: string }[]) => changeSite(async () => ({ authors }));

beforeAll(() => named({ slug: "ada-l", name: "Ada L." }, { slug: "bo", name: "Bo" }));

const patch = async (id: number, body: Record<string, unknown>) => {
  const { body: post } = await call(readPost, { as: "ada", params: { id } });
  const base_revision_id = String(post.latest_revision_id);
  return call(updatePost, { as: "ada", params: { id }, body: { ...body, base_revision_id } });
};

const authorsOf = async (id: number) =>
  (await call(readLivePage, { params: { id }, query: "fields=_,digest,authors" })).body;

test("a post without authors and source is shown as it always was", async () => {
  const post = await createDraft(world.notes);
  expect(Object.keys(post)).not.toContain("authors");
  expect(Object.keys(post)).not.toContain("source");
  expect(Object.keys(post)).not.toContain("guid");
});

test("a GUID is a visible text, belongs to the revision, and can be taken away", async () => {
  const guid = "https://old.example/?p=12";
  const post = await createDraft(world.notes, { guid: ` ${guid} ` });
  expect(post.guid).toBe(guid);
  const changed = (await patch(post.id, { guid: "x".repeat(512) })).body;
  expect(changed.guid).toBe("x".repeat(512));
  const params = { id: post.id, revision: changed.latest_revision_id };
  const { body } = await call(diffPostRevision, { as: "ada", params });
  expect(body.changes).toEqual([{ path: "guid", kind: "changed", from: guid, to: "x".repeat(512) }]);
  for (const wrong of ["", "x".repeat(513), "a\u0000b", "a\u200bb", ["a"]]) {
    const refused = await patch(post.id, { guid: wrong });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, ["guid"]]);
  }
  expect((await patch(post.id, { guid: null })).body).not.toHaveProperty("guid");
});

test("authors keep their order, belong to the revision, and can be taken away", async () => {
  const post = await createLivePost(world.notes, { authors: ["bo", "ada-l", "bo"] });
  expect(post.authors).toEqual(["bo", "ada-l"]);
  const before = await authorsOf(post.id);
  expect(before.authors).toEqual([
    { slug: "bo", name: "Bo" },
    { slug: "ada-l", name: "Ada L." },
  ]);
  const draft = (await patch(post.id, { authors: ["ada-l"] })).body;
  expect(draft.authors).toEqual(["ada-l"]);
  expect(await authorsOf(post.id)).toEqual(before);
  const { body } = await call(diffPostRevision, {
    as: "ada",
    params: { id: post.id, revision: draft.latest_revision_id },
  });
  expect(body.changes).toEqual([{ path: "authors", kind: "changed", from: ["bo", "ada-l"], to: ["ada-l"] }]);
  expect((await patch(post.id, { authors: [] })).body).not.toHaveProperty("authors");
  await call(publishPost, { as: "ada", params: { id: post.id } });
  const after = await authorsOf(post.id);
  expect(after.authors).toEqual([]);
  expect(after.digest).not.toBe(before.digest);
});

test("unknown authors are refused together, of posts and of episodes", async () => {
  const fields = { title: "Low water", overview: [], authors: ["bo", "cy", "di"] };
  const message = "Authors that were not found: cy, di.";
  const errors = { authors: [{ code: "not_found", message }] };
  const post = { ...fields, parent: { id: world.notes } };
  const episode = { ...fields, parent: { id: world.calls } };
  for (const { status, body } of [
    await call(createPost, { as: "ada", body: post }),
    await call(createEpisode, { as: "ada", body: episode }),
  ])
    expect([status, body.errors]).toEqual([400, errors]);
});

test("another name of an author changes digests, and an author who is gone is shown no more", async () => {
  const { id } = await createLivePost(world.notes, { authors: ["bo", "ada-l"] });
  const before = await authorsOf(id);
  await named({ slug: "ada-l", name: "Ada" });
  const after = await authorsOf(id);
  expect(after.authors).toEqual([{ slug: "ada-l", name: "Ada" }]);
  expect(after.digest).not.toBe(before.digest);
  await named({ slug: "ada-l", name: "Ada L." }, { slug: "bo", name: "Bo" });
  expect(await authorsOf(id)).toEqual(before);
});

test("a source is for editors, is found by its name, and is taken away by null", async () => {
  const episode = { parent: { id: world.calls }, title: "Rain", overview: [], source };
  const { id } = (await call(createEpisode, { as: "ada", body: episode })).body;
  const post = await createLivePost(world.notes, { source });
  expect(post.source).toEqual(source);
  const found = async (name: string) =>
    (await call(listEditablePages, { as: "ada", query: { source: name, order: "changed_at" } })).body.results;
  expect(await found("notes-repo")).toMatchObject([
    { id, source },
    { id: post.id, source },
  ]);
  expect(await found("notes")).toEqual([]);
  const everything = await call(readLivePage, { params: { id: post.id } });
  expect(everything.text).not.toContain(source.name);
  const listed = await call(listPages, { query: "type=site.Post&fields=*" });
  expect(listed.text).not.toContain(source.name);

  const { body } = await call(readEpisode, { as: "ada", params: { id } });
  const base_revision_id = String(body.latest_revision_id);
  const without = await call(updateEpisode, {
    as: "ada",
    params: { id },
    body: { source: null, base_revision_id },
  });
  expect(without.body).not.toHaveProperty("source");
  expect(await found("notes-repo")).toMatchObject([{ id: post.id }]);
});

test.each([
  ["no object", "notes", ["source", "source.non_field_errors"]],
  ["no digest", { name: "notes", path: "a.md" }, ["source.digest"]],
  ["a blank name", { name: " ", path: "a.md", digest: "1" }, ["source.name"]],
])("a source is refused with %s", async (_, given, paths) => {
  const { body } = await call(createPost, {
    as: "ada",
    body: { parent: { id: world.notes }, title: "Low water", overview: [], source: given as never },
  });
  expect(Object.keys(body.errors)).toEqual(paths);
});
