// Proves contract rules: site-sections.

import { beforeAll, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { readSite } from "#lib/store/site.ts";
import { useWorld } from "#test/support/world.ts";
import { changeThings, readThings } from "./site-things.ts";

useWorld();

const issuer = "https://ci.example";
const trust = (audience: string, repository: string) => ({
  ...{ issuer, audience, user: "su", claims: { repository } },
});

/** What the site's manifest says. */
const manifest = {
  version: 1,
  tokens: [{ name: "admin", user: "su", secret: "admin", scopes: ["admin"] }],
  authors: [{ slug: "eve", name: "Eve" }],
  redirects: [{ from: "/former/", to: "/home/notes" }],
  oidc: [trust("manifest", "one")],
};

/** What an administrator makes beside it. */
const set = {
  authors: [{ slug: "bo", name: "Bo" }],
  redirects: [{ from: "/by-hand/", to: "/home/notes" }],
  oidc: [trust("hand", "one")],
};

/** For each object of these sections, what names it, and what manages it. */
const managers = async () => {
  const { authors, redirects, oidc } = await readThings();
  const each = (list: Record<string, unknown>[], name: string) =>
    Object.fromEntries(list.map((object) => [object[name], object.managed_by]));
  return {
    ...{ authors: each(authors, "slug"), redirects: each(redirects, "from"), oidc: each(oidc, "audience") },
  };
};

const all = {
  authors: { eve: "manifest", bo: undefined },
  redirects: { "/former/": "manifest", "/by-hand/": undefined },
  oidc: { manifest: "manifest", hand: undefined },
};

beforeAll(async () => {
  await applyManifest(manifest);
  expect((await changeThings({ set })).status).toBe(200);
});

test("authors, redirects and trusts tell whether a manifest has made them", async () => {
  expect(await managers()).toEqual(all);
});

test("they keep that when they are changed, by either", async () => {
  const changed = {
    authors: [{ slug: "eve", name: "Eve Marsh" }],
    redirects: [{ from: "/former/", to: "/home" }],
    oidc: [trust("manifest", "two")],
  };
  expect((await changeThings({ set: changed })).status).toBe(200);
  expect(await managers()).toEqual(all);
  await applyManifest({
    ...{ version: 1, authors: [{ slug: "bo", name: "Bo Reed" }] },
    redirects: [{ from: "/by-hand/", to: "/home" }],
    oidc: [trust("manifest", "one"), trust("hand", "two")],
  });
  expect(await managers()).toEqual(all);
  expect((await readThings()).oidc).toMatchObject([trust("manifest", "one"), trust("hand", "two")]);
});

test("restrictions tell whether a manifest has set them, and keep that, until they are removed", async () => {
  const pages = (notes: object, calls: object) => [
    {
      ...{ type: "site.HomePage", slug: "home", title: "Home" },
      children: [
        { type: "site.Blog", slug: "notes", title: "Notes", restriction: notes },
        { type: "site.Podcast", slug: "calls", title: "Calls", restriction: calls },
      ],
    },
  ];
  const [login, groups] = [{ type: "login" }, { type: "groups", groups: ["Readers"] }];
  const restrictions = async () => (await readThings()).restrictions;
  const byManifest = { managed_by: "manifest" };
  const { restrictions: made } = (
    await changeThings({ set: { restrictions: [{ page: "/home/notes", ...login }] } })
  ).body;
  expect(made).toEqual([{ page: "/home/notes", ...login }]);
  // A manifest that says one as it is, or in another way, does not make it its own.
  for (const said of [login, groups]) {
    await applyManifest({ version: 1, pages: pages(said, login) });
    expect(await restrictions()).toEqual([
      { page: "/home/calls", ...login, ...byManifest },
      { page: "/home/notes", ...said },
    ]);
  }
  await changeThings({ set: { restrictions: [{ page: "/home/calls", ...groups }] } });
  expect((await restrictions())[0]).toEqual({ page: "/home/calls", ...groups, ...byManifest });
  await changeThings({ remove: { restrictions: ["/home/notes", "/home/calls"] } });
  await applyManifest({ version: 1, pages: pages(login, login) });
  expect(await restrictions()).toEqual([
    { page: "/home/calls", ...login, ...byManifest },
    { page: "/home/notes", ...login, ...byManifest },
  ]);
  await changeThings({ remove: { restrictions: ["/home/notes", "/home/calls"] } });
});

test("a manifest that names trusts ends those that manifests have made, and keeps the others", async () => {
  await applyManifest({ version: 1, oidc: [trust("another", "one")] });
  expect((await managers()).oidc).toEqual({ another: "manifest", hand: undefined });
  await applyManifest(manifest);
  expect((await managers()).oidc).toEqual(all.oidc);
});

test("pruning keeps what was made one by one, counts it, and removes the rest", async () => {
  const none = { version: 1, users: [{ username: "su", superuser: true, staff: true }] };
  const dry = await applyManifest(none, { prune: true, dryRun: true });
  const { kept, removed } = await applyManifest(none, { prune: true });
  expect(removed).toEqual(dry.removed);
  expect(kept).toMatchObject({ author: 1, redirect: 1, trust: 1 });
  expect(await namesLeft()).toEqual({ authors: ["bo"], redirects: ["/by-hand/"], trusts: ["hand"] });
  const last = await applyManifest(none, { prune: "all" });
  expect(last.removed).toEqual(
    expect.arrayContaining([
      { kind: "author", name: "bo" },
      { kind: "redirect", name: "/by-hand/" },
      { kind: "trust", name: issuer },
    ]),
  );
  expect(await namesLeft()).toEqual({ authors: [], redirects: [], trusts: [] });
});

/** The names that are left. */
const namesLeft = async () => {
  const { authors, redirects, trusts } = await readSite();
  return {
    authors: authors.map(({ slug }) => slug),
    redirects: redirects.map(({ from }) => from),
    trusts: trusts.map(({ audience }) => audience),
  };
};
