import { afterEach, beforeEach, expect, test } from "vitest";
import { publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { deletePost, lockPost } from "#lib/routes/editor-state.ts";
import { rememberedPage, rememberPage, rememberPages } from "#lib/store/remembered-pages.ts";
import { call } from "#test/support/call.ts";
import { costOf } from "#test/support/metering.ts";
import { createDraft, usePasswords, useWorld } from "#test/support/world.ts";

/** As on one machine, where one process writes nearly all pages. */
const world = useWorld();
usePasswords();

beforeEach(async () => {
  rememberPages(true);
  // It takes numbers for credentials that it has seen.
  await createDraft(world.notes);
});

afterEach(() => rememberPages(false));

const as = "ada";

const publish = (id: number) => call(publishPost, { as, params: { id } });

const rename = async (id: number, base_revision_id: number) => {
  const body = { base_revision_id, title: "Renamed" };
  return call(updatePost, { as, params: { id }, body });
};

test("a page that this process has saved is read with the credentials: two requests for a change", async () => {
  const { id, latest_revision_id: first } = await createDraft(world.notes);
  const two = { requests: 2, depth: 2 };
  expect(await costOf(() => rename(id, first))).toMatchObject(two);
  expect(await costOf(() => publish(id))).toMatchObject(two);
  expect(await costOf(() => call(lockPost, { as, params: { id } }))).toMatchObject(two);
});

test("what another process has saved since is read, published and protected", async () => {
  const { id, latest_revision_id: first } = await createDraft(world.notes);
  const { body: renamed } = await rename(id, first);
  const second = renamed.latest_revision_id;
  const another = () => rememberPage({ id, latestRevisionId: first, ancestors: [1, 2, 999_999] });
  another();
  expect((await call(readPost, { as, params: { id } })).body).toMatchObject({ latest_revision_id: second });
  const readAgain = () => call(readPost, { as, params: { id } });
  expect(await costOf(readAgain)).toMatchObject({ requests: 1 });
  another();
  expect((await rename(id, first)).body).toMatchObject({ code: "revision_conflict" });
  another();
  const { body: published } = await publish(id);
  expect(published).toMatchObject({ published_revision_id: second, title: "Renamed" });
  expect(published.public_url).toContain(`/${published.slug}/`);
});

test("a page that is gone, or was never there, is not found", async () => {
  const { id, latest_revision_id: latestRevisionId } = await createDraft(world.notes);
  await call(deletePost, { as, params: { id } });
  const ancestors = [1, 2, world.notes];
  for (const gone of [id, 999_999]) {
    rememberPage({ id: gone, latestRevisionId, ancestors });
    expect(await publish(gone)).toMatchObject({ status: 404 });
    expect(rememberedPage(gone)).toBeUndefined();
  }
});
