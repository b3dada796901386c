// Proves contract rules: rights-at-once.

import { expect, test } from "vitest";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { revokeToken } from "#lib/actions/people/tokens.ts";
import { putUser } from "#lib/actions/people/users.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

/** What a read of the post answers to each of the callers. */
const statuses = async (id: number, ...callers: string[]) =>
  Promise.all(callers.map(async (as) => (await call(readPost, { as, params: { id } })).status));

test("a revoked token opens nothing from the next request on", async () => {
  const { id } = await createDraft(world.notes);
  expect(await statuses(id, "ada-none")).toEqual([200]);
  await revokeToken("ada-none");
  expect(await statuses(id, "ada-none")).toEqual([401]);
});

test("a user who is made inactive is out at once, with every token", async () => {
  const { id } = await createDraft(world.notes);
  expect(await statuses(id, "ada", "ada-write")).toEqual([200, 200]);
  await putUser("ada", (user) => ({ ...user!, active: false }));
  expect(await statuses(id, "ada", "ada-write")).toEqual([401, 401]);
  await putUser("ada", (user) => ({ ...user!, active: true }));
});

test("a permission that a group loses is lost at once, and so is a group", async () => {
  const { id } = await createDraft(world.notes);
  expect(await statuses(id, "cy", "ada-write")).toEqual([200, 200]);
  await changeSite(async ({ groups }) => ({
    groups: groups.filter(({ name }) => name === "Correctors").map((group) => ({ ...group, pages: [] })),
  }));
  await putUser("ada", (user) => ({ ...user!, groups: [] }));
  expect(await statuses(id, "cy", "ada-write")).toEqual([403, 403]);
  await putUser("ada", (user) => ({ ...user!, groups: [1] }));
});

test("a restriction holds from the next read on", async () => {
  const { id } = await createLivePost(world.notes);
  const read = async () => (await call(readLivePage, { params: { id } })).status;
  expect(await read()).toBe(200);
  await setPageProperties(world.home, { restriction: { type: "login" } });
  expect(await read()).toBe(404);
  await setPageProperties(world.home, { restriction: null });
  expect(await read()).toBe(200);
});
