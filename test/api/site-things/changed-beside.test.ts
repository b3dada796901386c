// Proves contract rules: changes-beside-manifests.

import { beforeEach, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { applyManifestPart } from "#lib/routes/administration-manifest.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";
import { changeThings } from "./site-things.ts";

useWorld();

const trust = (repository: string) => ({
  ...{ issuer: "https://ci.example", audience: "manifest", user: "su", claims: { repository } },
});

const blog = (title: string) => ({
  type: "site.HomePage",
  slug: "home",
  title: "Home",
  children: [{ type: "site.Blog", slug: "notes", title }],
});

/** What the site's manifest says. */
const manifest = {
  version: 1,
  site: { name: "Marsh", navigation: [{ title: "Notes", url: "/notes/" }] },
  categories: [
    { slug: "moss", name: "Moss" },
    { slug: "ferns", name: "Ferns" },
  ],
  authors: [{ slug: "eve", name: "Eve" }],
  groups: [{ name: "Readers" }],
  redirects: [{ from: "/former/", to: "/home/notes" }],
  oidc: [trust("one")],
  pages: [blog("Notes")],
};

const besideOf = async (said: object = manifest) => (await applyManifest(said, { dryRun: true })).beside;

beforeEach(async () => {
  await applyManifest(manifest);
});

test("nothing is told where nothing was changed, or only things that no manifest has made", async () => {
  expect(await besideOf()).toBeUndefined();
  await changeThings({
    set: { categories: [{ slug: "own", name: "Own" }], authors: [{ slug: "bo", name: "Bo" }] },
  });
  await changeThings({ set: { categories: [{ slug: "own", name: "Our own" }] } });
  const said = { ...manifest, categories: [{ slug: "own", name: "Own" }] };
  expect(await applyManifest(said, { dryRun: true })).toMatchObject({ updated: 1 });
  expect(await besideOf(said)).toBeUndefined();
});

test("a dry run names each difference that was made beside the manifest, until it is applied", async () => {
  const { status } = await changeThings({
    set: {
      settings: { name: "Fen" },
      navigation: [],
      categories: [{ slug: "moss", name: "Mosses" }],
      authors: [{ slug: "eve", name: "Eve Marsh" }],
      groups: [{ name: "Readers", admin_access: true }],
      redirects: [{ from: "/former/", to: "/home" }],
      oidc: [trust("two")],
      parents: [{ path: "/home/notes", title: "Notices" }],
    },
    remove: { categories: ["ferns"] },
  });
  expect(status).toBe(200);
  const expected = [
    "author eve (name)",
    "category ferns (removed)",
    "category moss (name)",
    "group Readers (admin_access)",
    "page /home/notes (title)",
    "redirect /former/ (to)",
    "site (name)",
    "site (navigation)",
    "trust https://ci.example manifest su (claims)",
  ];
  expect(await besideOf()).toEqual(expected);
  const tokens = [{ name: "admin", user: "su", secret: "admin", scopes: ["admin"] }];
  await applyManifest({ version: 1, tokens });
  const answer = await call(applyManifestPart, { as: "admin", body: { manifest, dry_run: true } });
  expect(answer.body).toMatchObject({ state: "complete", outcome: { beside: expected } });
  expect(await applyManifest(manifest)).not.toHaveProperty("beside");
  expect(await besideOf()).toBeUndefined();
  const other = { ...manifest, categories: [{ slug: "moss", name: "Liverwort" }] };
  expect(await besideOf(other)).toBeUndefined();
});

test("what was changed back, or what the manifest says, too, is not named", async () => {
  const set = (name: string) => changeThings({ set: { categories: [{ slug: "moss", name }] } });
  await set("Mosses");
  expect(await besideOf()).toEqual(["category moss (name)"]);
  expect(await besideOf({ ...manifest, categories: [{ slug: "moss", name: "Mosses" }] })).toBeUndefined();
  await set("Bog moss");
  expect(await besideOf()).toEqual(["category moss (name)"]);
  await set("Moss");
  expect(await besideOf()).toBeUndefined();
  expect(await besideOf({ ...manifest, categories: [{ slug: "moss", name: "Other" }] })).toBeUndefined();
});

test("a thing that was renamed is named as the manifest names it", async () => {
  await changeThings({ rename: { categories: { ferns: "bracken" } } });
  expect(await besideOf()).toEqual(["category ferns (slug)"]);
});
