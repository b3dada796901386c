// Proves contract rules: trusts.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import type { InvalidManifest } from "#lib/manifest/problem.ts";
import { readSite } from "#lib/store/site.ts";
import { keyPair } from "#test/support/stand-in-issuer.ts";
import { useTable } from "#test/support/table.ts";

useTable();

const { jwk } = keyPair("key");
const certified = { ...jwk, x5c: ["MIIC"], alg: "EdDSA", use: "sig" };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "trusts-"));
  await writeFile(join(folder, "keys.json"), JSON.stringify({ keys: [certified] }));
  await writeFile(join(folder, "broken.json"), "{");
});
afterAll(() => rm(folder, { recursive: true }));

const trust = {
  issuer: "https://token.actions.githubusercontent.com",
  audience: "https://notes.example",
  claims: { repository: "a/b", ref: "refs/heads/main" },
  user: "ada",
  scopes: ["write", "publish"],
  parents: ["/home/notes"],
  collections: ["Root/Shows"],
};

const site = (oidc?: readonly object[]) => ({
  version: 1,
  users: [{ username: "ada" }],
  collections: [{ path: "Root/Shows" }],
  pages: [
    {
      type: "site.HomePage",
      slug: "home",
      title: "Home",
      children: [{ type: "site.Blog", slug: "notes", title: "Notes" }],
    },
  ],
  ...(oidc && { oidc }),
});

const trusts = async () => (await readSite()).trusts;

const problemsOf = async (changes: object, ...more: readonly object[]) => {
  const value = site([{ ...trust, ...changes }, ...more]);
  const error = await applyManifest(value, { folder }).catch((thrown: unknown) => thrown);
  return (error as InvalidManifest).problems.map(({ path, message }) => `${path}: ${message}`);
};

test("a file with trusts says all of them, one without leaves them, and their export makes the same", async () => {
  const dry = await applyManifest(site([trust]), { dryRun: true });
  expect(await trusts()).toEqual([]);
  const { created, ids } = await applyManifest(site([trust]));
  expect(dry.created).toBe(created);
  const [first] = await trusts();
  const { user: _, ...stored } = trust;
  expect(first).toEqual({
    ...{ ...stored, id: expect.any(Number), userId: ids.users.ada },
    ...{ parents: [ids.pages["/home/notes"]], collections: [ids.collections["Root/Shows"]] },
  });
  const again = await applyManifest(site([trust]));
  expect([again.created, again.updated, again.deleted]).toEqual([0, 0, 0]);

  const pinned = { ...trust, claims: { sub: "x" }, jwks: "keys.json" };
  const both = await applyManifest(site([pinned, trust]), { folder });
  expect([both.created, both.deleted]).toEqual([1, 0]);
  expect((await trusts()).map(({ id }) => id)).toEqual([expect.any(Number), first!.id]);
  expect((await trusts())[0]!.keys).toEqual([{ ...jwk, alg: "EdDSA", use: "sig" }]);
  expect((await applyManifest(site())).deleted).toBe(0);

  const { manifest } = await exportManifest();
  expect(manifest.oidc).toEqual([
    { ...pinned, jwks: { keys: [{ ...jwk, alg: "EdDSA", use: "sig" }] } },
    trust,
  ]);
  const same = await applyManifest(manifest);
  expect([same.created, same.updated, same.deleted]).toEqual([0, 0, 0]);

  const changed = await applyManifest(site([{ ...trust, claims: { repository: "a/b" } }]));
  expect([changed.created, changed.deleted]).toEqual([1, 2]);
  expect((await trusts()).map(({ id }) => id)).not.toContain(first!.id);

  const pruned = await applyManifest(site(), { prune: true });
  expect(pruned.removed).toEqual([{ kind: "trust", name: trust.issuer }]);
  expect(await trusts()).toEqual([]);
});

test("what would trust everybody or nobody is refused", async () => {
  const at = "oidc[0]";
  expect(await problemsOf({ claims: {} })).toEqual([
    expect.stringContaining(`${at}.claims: expected at least`),
  ]);
  expect(await problemsOf({ claims: undefined })).toEqual([
    expect.stringContaining(`${at}.claims: is required`),
  ]);
  expect(await problemsOf({ claims: { aud: "https://notes.example" } })).toEqual([
    expect.stringContaining(`${at}.claims.aud: expected other claims`),
  ]);
  expect(await problemsOf({ claims: { ref_protected: true } })).toEqual([
    `${at}.claims.ref_protected: expected text: put true in quotes`,
  ]);
  expect(await problemsOf({ claims: { repository: ["a/b"] } })).toEqual([
    `${at}.claims.repository: expected text`,
  ]);
  expect(await problemsOf({ claims: { repository: " " } })).toHaveLength(1);
  expect(await problemsOf({}, { ...trust, scopes: ["write"] })).toEqual([
    "oidc[1]: expected other claims than those of oidc[0], which counts",
  ]);
  for (const issuer of [
    "http://ci.example",
    "https://10.0.0.1",
    "https://ci.example?x",
    "ci.example",
    "https://a:b@ci.example",
  ])
    expect(await problemsOf({ issuer })).toEqual([expect.stringContaining(`${at}.issuer: The address`)]);
  expect(await problemsOf({ user: "no", parents: ["/no"], collections: ["Root/No"] })).toEqual([
    `${at}.user: there is no user no`,
    `${at}.parents[0]: there is no page /no`,
    `${at}.collections[0]: there is no collection Root/No`,
  ]);
});

test("keys are public ones, of a file or beside the trust; their issuer may have any name", async () => {
  const of = (jwks: unknown) => problemsOf({ jwks });
  const fileFault = ["oidc[0].jwks: expected a file with a JSON Web Key Set"];
  expect(await of("none.json")).toEqual(fileFault);
  expect(await of("broken.json")).toEqual(fileFault);
  expect(await of({ keys: [] })).toHaveLength(1);
  expect(await of(7)).toEqual([
    "oidc[0].jwks: expected the path of a file with a JSON Web Key Set, or the set itself",
  ]);
  expect(await of({ keys: [{ ...jwk, d: "AAAA" }] })).toEqual([
    expect.stringContaining("a private key is among them"),
  ]);
  expect(await of({ keys: [{ kty: "oct", k: "AAAA" }] })).toEqual([
    expect.stringContaining("of the types RSA, EC and OKP"),
  ]);
  expect(await of({ keys: [{ ...jwk, kid: "x".repeat(200_000) }] })).toEqual([
    expect.stringContaining("oidc: expected less"),
  ]);
  const inside = { ...trust, issuer: "http://gitlab.internal", jwks: "keys.json" };
  expect((await applyManifest(site([inside]), { folder })).created).toBe(1);
});
