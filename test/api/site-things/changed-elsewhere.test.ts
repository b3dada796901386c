// Proves contract rules: changes-beside-manifests.

import { beforeEach, describe, expect, test } from "vitest";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { addUser, discardToken, listTokens, listUsers, updateUser } from "#lib/routes/administration.ts";
import { discardWebhook, listWebhooks, updateWebhook } from "#lib/routes/editor-webhooks.ts";
import { readSite } from "#lib/store/site.ts";
import { readWebhooks } from "#lib/store/webhooks.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";
import { changeThings } from "./site-things.ts";

useWorld();

const secret = (letter: string) => `whsec_${letter.repeat(44)}`;

/** What the site's manifest says. */
const manifest = {
  version: 1,
  site: { name: "Marsh" },
  users: [
    { username: "iris", email: "iris@example.org", password: "the first reed", groups: ["Readers"] },
    { username: "bo", email: "bo@example.org" },
  ],
  tokens: [{ name: "ci", user: "su", secret: "a-secret-of-ci", scopes: ["write"] }],
  webhooks: [{ name: "builds", url: "https://builds.example/hook", secret: secret("a") }],
};

const besideOf = async (said: object = manifest) => (await applyManifest(said, { dryRun: true })).beside;

beforeEach(async () => {
  await applyManifest(manifest);
});

const changeUser = async (name: string, body: object) => {
  const { results } = (await call(listUsers, { as: "su" })).body;
  const { id } = results.find(({ username }: { username: string }) => username === name);
  expect((await call(updateUser, { as: "su", params: { id }, body: body as never })).status).toBe(200);
};

const webhookId = async (wanted: string): Promise<number> =>
  (await call(listWebhooks, { as: "su" })).body.results.find(({ name }: { name: string }) => name === wanted)
    ?.id;

describe("a dry run names what was changed by other requests than those of the site's own things", () => {
  test("nothing, where nothing was changed, and a second run writes nothing", async () => {
    expect(await besideOf()).toBeUndefined();
    const { version } = await readSite();
    expect(await applyManifest(manifest)).toMatchObject({ created: 0, updated: 0 });
    expect((await readSite()).version).toBe(version);
  });

  test("accounts, by the members that a manifest would take back", async () => {
    await changeUser("iris", { active: false, groups: [], email: "eve@example.org" });
    await changeUser("bo", { password: "a reed of their own" });
    expect(await besideOf()).toEqual(["user iris (active)", "user iris (email)", "user iris (groups)"]);
    await changeUser("iris", { password: "another reed", groups: ["Readers"], active: true });
    expect(await besideOf()).toEqual(["user iris (email)", "user iris (password)"]);
    const agreeing = [{ ...manifest.users[0], email: "eve@example.org", password: "another reed" }];
    expect(await besideOf({ ...manifest, users: agreeing })).toBeUndefined();
    await applyManifest(manifest);
    expect(await besideOf()).toBeUndefined();
    // What the manifest itself says in another way is no change beside it.
    const later = [{ ...manifest.users[0], email: "later@example.org", password: "the second reed" }];
    expect(await besideOf({ ...manifest, users: later })).toBeUndefined();
  });

  test("not those that no manifest has made", async () => {
    await call(addUser, { as: "su", body: { username: "own", email: "own@example.org" } as never });
    const users = [{ username: "own", email: "manifest@example.org" }];
    await applyManifest({ version: 1, users });
    await changeUser("own", { email: "again@example.org" });
    expect(await applyManifest({ version: 1, users }, { dryRun: true })).toMatchObject({ updated: 1 });
    expect(await besideOf({ version: 1, users })).toBeUndefined();
  });

  test("webhooks, also their secrets", async () => {
    const id = await webhookId("builds");
    const body = { url: "https://other.example/hook", active: false };
    expect((await call(updateWebhook, { as: "su", params: { id }, body: body as never })).status).toBe(200);
    expect(await besideOf()).toEqual(["webhook builds (active)", "webhook builds (url)"]);
    // Told once, also if it was changed by both ways.
    await changeThings({
      set: { webhooks: [{ name: "builds", url: "https://third.example", secret: secret("b") }] },
    });
    expect(await besideOf()).toEqual([
      "webhook builds (active)",
      "webhook builds (secret)",
      "webhook builds (url)",
    ]);
    await applyManifest(manifest);
    expect(await besideOf()).toBeUndefined();
  });

  test("webhooks and tokens that somebody removed, until a manifest makes them again", async () => {
    await call(discardWebhook, { as: "su", params: { id: await webhookId("builds") } });
    const { results } = (await call(listTokens, { as: "su" })).body;
    const { id } = results.find(({ name }: { name: string }) => name === "ci");
    await call(discardToken, { as: "su", params: { id } });
    expect(await besideOf()).toEqual(["token ci (removed)", "webhook builds (removed)"]);
    await applyManifest(manifest);
    expect(await besideOf()).toBeUndefined();
  });

  test("a webhook that was renamed has its former name, and is told once", async () => {
    await changeThings({ rename: { webhooks: { builds: "site builds" } } });
    expect(await besideOf()).toEqual(["webhook builds (name)"]);
    await changeThings({ remove: { webhooks: ["site builds"] } });
    expect(await besideOf()).toEqual([expect.stringMatching(/^webhook builds \(/)]);
    await applyManifest(manifest);
    expect(await besideOf()).toBeUndefined();
  });
});

test("settings that a manifest has found as it says them are its own, too", async () => {
  await changeSite(async ({ beside }) => ({ beside: { ...beside, hasSettings: false } }));
  const { settings } = await readSite();
  const site = { name: settings.name, theme: settings.theme, locale: settings.locale };
  await applyManifest({ version: 1, site });
  await changeThings({ set: { settings: { name: "Fen" } } });
  expect(await besideOf({ version: 1, site })).toEqual(["site (name)"]);
});

test("what a manifest has pruned, and says anew, is not named", async () => {
  const { tokens: _, webhooks: __, ...others } = manifest;
  const su = { username: "su", superuser: true, staff: true };
  const left = { ...others, users: [...manifest.users, su], groups: [{ name: "Readers" }] };
  await applyManifest(left, { prune: true });
  expect(await readWebhooks()).toEqual([]);
  expect(await besideOf()).toBeUndefined();
});
