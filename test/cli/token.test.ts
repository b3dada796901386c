import { beforeAll, describe, expect, test, vi } from "vitest";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { readCredential } from "#lib/store/credentials.ts";
import { readTokens } from "#lib/store/listed-credentials.ts";
import { useTable } from "#test/support/table.ts";
import { lectern } from "./lectern.ts";

useTable();

beforeAll(async () => {
  await applyManifest({ version: 1, users: [{ username: "ada" }] });
});

test.each([
  [" ", "text that is not blank"],
  ["a\u001b[2Jb", "text without control characters"],
])(
  "a token is not called %j, which no manifest could name or which would steer a terminal",
  async (name, expected) => {
    const { status, stderr } = await lectern("token", "create", "ada", "--name", name);
    expect([status, stderr.split("\n")[0]]).toEqual([2, `--name: expected ${expected}.`]);
  },
);

test("a token's secret is shown once, alone on stdout, and only its hash is kept", async () => {
  const { status, stdout, stderr } = await lectern(
    "token",
    "create",
    "ada",
    "--name",
    "ci",
    "--scopes",
    "write,publish",
  );
  expect(status).toBe(0);
  expect(stdout).toMatch(/^lct_\w{49}\n$/);
  expect(stderr).toMatch(/not stored; copy it now:\n$/);
  expect(await readCredential(hashOfSecret(stdout.trim()))).toMatchObject({
    name: "ci",
    scopes: ["write", "publish"],
  });
  expect(JSON.stringify(await readTokens())).not.toContain(stdout.trim());
});

test.each<[string, readonly string[], readonly string[] | null]>([
  ["without --scopes says nothing of scopes", [], null],
  ["with empty --scopes carries an empty scope", ["--scopes", ""], []],
])("a token %s", async (name, args, scopes) => {
  const { stdout } = await lectern("token", "create", "ada", "--name", name, "--json", ...args);
  expect(JSON.parse(stdout)).toEqual({
    name,
    user: "ada",
    scopes,
    expires_at: null,
    parents: null,
    collections: null,
    secret: expect.stringMatching(/^lct_\w{49}$/),
  });
  expect(await readCredential(hashOfSecret(JSON.parse(stdout).secret))).toMatchObject({ scopes });
});

test("tokens are listed by name, without their secrets", async () => {
  const rows = (await lectern("token", "list")).stdout
    .split("\n")
    .map((row) => row.split(/ {2,}/).slice(0, 3));
  expect(rows).toEqual([
    ["NAME", "USER", "SCOPES"],
    ["ci", "ada", "write,publish"],
    ["with empty --scopes carries an empty scope", "ada", "none"],
    ["without --scopes says nothing of scopes", "ada", "unscoped"],
    [""],
  ]);
  expect(JSON.parse((await lectern("token", "list", "--json")).stdout)[0]).toEqual({
    name: "ci",
    user: "ada",
    scopes: ["write", "publish"],
    expires_at: null,
    parents: null,
    collections: null,
    created_at: expect.stringMatching(/Z$/),
  });
});

test("a revoked token opens nothing from then on", async () => {
  const { secret } = JSON.parse((await lectern("token", "create", "ada", "--name", "x", "--json")).stdout);
  expect(await lectern("token", "revoke", "x")).toEqual({
    status: 0,
    stdout: "Revoked the token x.\n",
    stderr: "",
  });
  expect(await readCredential(hashOfSecret(secret))).toBeUndefined();
});

test("a scope that only the setting names is known", async () => {
  vi.stubEnv("SITE_EDITOR_SCOPES", '{"write": "posts:write"}');
  const { status } = await lectern(
    "token",
    "create",
    "ada",
    "--name",
    "z",
    "--scopes",
    "posts:write,publish",
  );
  vi.unstubAllEnvs();
  expect(status).toBe(0);
});

describe("what cannot be is refused", () => {
  test.each<[string, readonly string[], number, string]>([
    ["a token for nobody", ["create", "bo", "--name", "y"], 1, "There is no user bo."],
    ["a name that is taken", ["create", "ada", "--name", "ci"], 1, "There is a token ci already;"],
    ["a token without a name", ["create", "ada"], 2, "--name is missing."],
    [
      "a scope that opens nothing",
      ["create", "ada", "--name", "y", "--scopes", "write,pubish"],
      2,
      "There is no scope pubish, did you mean publish? (known are write, create,",
    ],
    ["the end of no token", ["revoke", "y"], 1, "There is no token y."],
  ])("%s", async (_name, args, status, complaint) => {
    const before = await readTokens();
    const answer = await lectern("token", ...args);
    expect(answer).toMatchObject({ status, stdout: "" });
    expect(answer.stderr.startsWith(complaint)).toBe(true);
    expect(await readTokens()).toEqual(before);
  });
});
