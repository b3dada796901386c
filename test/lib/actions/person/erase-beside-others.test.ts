import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { putMedia } from "#lib/actions/media/put-media.ts";
import { addComment } from "#lib/actions/pages/add-comment.ts";
import { setComments } from "#lib/actions/pages/discussion.ts";
import { judgeComment } from "#lib/actions/pages/judge-comment.ts";
import {
  eraseBinnedComments,
  eraseComments,
  eraseFromMedia,
  eraseFromPage,
  eraseFromRevision,
} from "#lib/actions/person/erasures.ts";
import { listPostRevisions } from "#lib/routes/editor-history.ts";
import { updatePost } from "#lib/routes/editor-posts.ts";
import { deletePost } from "#lib/routes/editor-state.ts";
import { readBinnedComments } from "#lib/store/bin.ts";
import { readComments } from "#lib/store/comments.ts";
import { queryItems } from "#lib/store/items.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { readMedia } from "#lib/store/media.ts";
import { putPage, readPage } from "#lib/store/pages.ts";
import { keys } from "#lib/store/table.ts";
import { loadItems } from "#lib/store/whole-table.ts";
import { commentWith } from "#test/lib/pages/comments.ts";
import { call } from "#test/support/call.ts";
import { overtaken } from "#test/support/interleaving.ts";
import { makeImage } from "#test/support/media.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

let ada: number;
beforeAll(async () => {
  ada = (await readUserByName("ada"))!.id;
});

const saveAsOther = (id: number, base: number) =>
  call(updatePost, {
    as: "su",
    params: { id },
    body: { base_revision_id: base, title: "By another" },
  });

test.each([
  ["a page", (id: number) => eraseFromPage(id, ada)],
  ["its revision", (id: number, revision: number) => eraseFromRevision(id, revision, ada)],
])("a save by another while somebody is taken out of %s is kept, and so is the erasure", async (_, erase) => {
  const { id, latest_revision_id: base } = await createDraft(world.notes);
  const { fast } = await overtaken(
    () => erase(id, base),
    () => saveAsOther(id, base),
  );
  expect(fast.status).toBe(200);
  await eraseFromRevision(id, base, ada);
  await eraseFromPage(id, ada);
  const { results } = (await call(listPostRevisions, { as: "su", params: { id } })).body;
  expect(results.map(({ user }: { user: string | null }) => user)).toEqual(["su", null]);
  expect(await readPage(id)).toMatchObject({ ownerId: null, summary: { title: "By another" } });
});

test("lists of drafts follow, too, where a row of an earlier version says nothing of its revision", async () => {
  const { id, latest_revision_id: base } = await createDraft(world.notes);
  await eraseFromPage(id, ada);
  const { summary, ...former } = (await readPage(id))!;
  await loadItems([putPage(former, former.version)]);
  await eraseFromRevision(id, base, ada);
  expect(await readPage(id)).toMatchObject({ version: former.version + 1 });
});

test("a comment that is approved while others are erased is kept", async () => {
  const { id } = await createLivePost(world.notes);
  const bo = { userId: undefined, email: "bo@example.org", name: undefined };
  await setComments(id, { permit: () => {}, comments: [commentWith({ id: 9_301 })] });
  const written = { parentId: null, name: "Cy", email: "cy@example.org", text: "A heron!" };
  const max = { onSite: 100, onPage: 100 };
  const waiting = await addComment(id, { written, address: "a", publishes: false, maxWaiting: max });
  await overtaken(
    () => eraseComments(id, bo),
    () => judgeComment(waiting.id, "public"),
  );
  const comments = await readComments((await readPage(id))!);
  expect(comments?.map(({ name }) => name)).toEqual(["Cy"]);
  expect(await verifyCatalog()).toEqual([]);
});

test("a media object that is changed or deleted meanwhile stays so", async () => {
  const image = await makeImage({ ownerId: ada });
  await overtaken(
    () => eraseFromMedia("image", image.id, ada),
    () => putMedia("image", image.id, (current) => ({ ...current!, title: "Another" })),
  );
  expect(await readMedia("image", image.id)).toMatchObject({ ownerId: null, title: "Another" });
  await eraseFromMedia("image", 987_654, ada);
  expect(await readMedia("image", 987_654)).toBeUndefined();
});

test("long comments on a post in the bin leave no parts, and those of others stay", async () => {
  const { id } = await createLivePost(world.notes);
  const noise = createHash("shake256", { outputLength: 450_000 }).update("noise").digest("base64");
  const bo = { userId: undefined, email: "bo@example.org", name: undefined };
  const comments = [
    commentWith({ id: 9_401, text: noise }),
    commentWith({ id: 9_402, name: "Cy", email: "cy@example.org", text: "A heron!" }),
  ];
  await setComments(id, { permit: () => {}, comments });
  await call(deletePost, { as: "su", params: { id } });
  const parts = () => queryItems({ pk: keys.bodyPart(id, "", 0).pk });
  expect(await parts()).toHaveLength(2);
  await eraseBinnedComments(id, bo);
  expect(await parts()).toEqual([]);
  expect((await readBinnedComments(id))?.comments.map(({ name }) => name)).toEqual(["Cy"]);
});
