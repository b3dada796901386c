// Proves contract rules: being-edited.

import { expect, test } from "vitest";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { readEpisode, readPost } from "#lib/routes/editor-posts.ts";
import { deletePost } from "#lib/routes/editor-state.ts";
import { call } from "#test/support/call.ts";
import { useClock } from "#test/support/clock.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { costOf } from "#test/support/metering.ts";
import { putTyped, removeTyped, typedProblemOf } from "#test/support/working-copies.ts";
import { createDraft, useWorld } from "#test/support/world.ts";

const world = useWorld();
const pass = useClock();

const asked = { being_edited: "true" };
const read = async (id: number, as = "ada", query: object = asked) =>
  (await call(readPost, { as, params: { id }, query: { ...query } })).body;
const list = async (query: object = asked, as = "ada") =>
  (await call(listEditablePages, { as, query: { type: "site.Post", pageSize: 200, ...query } })).body.results;
const listed = async (id: number, as = "ada") =>
  (await list(asked, as)).find((item: { id: number }) => item.id === id)?.being_edited;
const type = async (id: number, as: string, version = 0): Promise<{ version: number; updated_at: string }> =>
  (await putTyped(id, { version, fields: { title: "Not for others" } }, as)).body;

test("others' working copies of the last ten minutes are named, the newest first, in reads and lists", async () => {
  const { id } = await createDraft(world.notes);
  const other = await createDraft(world.notes);
  const cy = await type(id, "cy");
  pass(60);
  const su = await type(id, "su");
  await type(id, "ada");
  await type(other.id, "cy");
  const expected = [
    { user: "su", updated_at: su.updated_at },
    { user: "cy", updated_at: cy.updated_at },
  ];
  expect([(await read(id)).being_edited, await listed(id)]).toEqual([expected, expected]);
  expect((await read(id, "cy")).being_edited.map(({ user }: { user: string }) => user).sort()).toEqual([
    "ada",
    "su",
  ]);
  expect(JSON.stringify([await read(id), await list()])).not.toContain("Not for others");
  pass(539);
  expect((await listed(id))?.length).toBe(2);
  pass(1);
  expect(await listed(id)).toEqual([expected[0]]);
  pass(60);
  expect([await listed(id), (await read(id)).being_edited]).toEqual([[], []]);
});

test("a copy that is stored again is named once with its new time, and one that has ended not at all", async () => {
  const { id } = await createDraft(world.notes);
  const first = await type(id, "cy");
  pass(300);
  const second = await type(id, "cy", first.version);
  const third = await type(id, "cy", second.version);
  expect(await listed(id)).toEqual([{ user: "cy", updated_at: third.updated_at }]);
  pass(599);
  expect((await listed(id))?.length).toBe(1);
  await removeTyped(id, "cy");
  expect([await listed(id), (await read(id)).being_edited]).toEqual([[], []]);
});

test("only who asks is told, and other values are refused", async () => {
  const { id } = await createDraft(world.notes);
  await type(id, "cy");
  for (const query of [{}, { being_edited: "false" }]) {
    expect("being_edited" in (await read(id, "ada", query))).toBe(false);
    for (const item of await list(query)) expect("being_edited" in item).toBe(false);
  }
  for (const being_edited of ["yes", "1", ""]) {
    const query = { being_edited };
    const answers = [
      await call(readPost, { as: "ada", params: { id }, query }),
      await call(listEditablePages, { as: "ada", query }),
    ];
    expect(answers.map(typedProblemOf)).toEqual(["being_edited/invalid", "being_edited/invalid"]);
  }
});

test("episodes have it at both addresses, and a page in the bin is in no list", async () => {
  const { id } = await createEpisodeDraft(world.calls);
  await type(id, "su");
  const episode = await call(readEpisode, { as: "ada", params: { id }, query: asked });
  const names = [episode.body, await read(id)].map((body) => body.being_edited[0].user);
  expect(names).toEqual(["su", "su"]);
  const post = await createDraft(world.notes);
  await type(post.id, "su");
  await call(deletePost, { as: "ada", params: { id: post.id } });
  expect(await listed(post.id)).toBeUndefined();
});

test("however many pages a list has, it takes one request more", async () => {
  for (let index = 0; index < 4; index++) await type((await createDraft(world.notes)).id, "cy");
  await list();
  await list({});
  const requests = async (query: object) => (await costOf(async () => void (await list(query)))).requests;
  expect((await requests(asked)) - (await requests({}))).toBe(1);
});
