// Proves contract rules: tokens-per-user.

import { beforeAll, expect, test } from "vitest";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { issueToken, revokeToken } from "#lib/actions/people/tokens.ts";
import { clock } from "#lib/clock.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import type { InvalidManifest } from "#lib/manifest/problem.ts";
import { issueTokenToUser } from "#lib/routes/administration.ts";
import { createOwnToken, deleteOwnToken, listOwnTokens } from "#lib/routes/editor-tokens.ts";
import { isExpired, maxTokens } from "#lib/site/credential.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readTokens, readUserByName } from "#lib/store/listed-credentials.ts";
import { putUnlistedToken } from "#lib/store/write-credentials.ts";
import { lectern } from "#test/cli/lectern.ts";
import { call } from "#test/support/call.ts";
import { problemsIn } from "#test/support/form.ts";
import { sessionHeadersOf } from "#test/support/session.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

let userId: number;
let headers: Readonly<Record<string, string>>;
let made = 0;

const counted = async (): Promise<number> =>
  (await readTokens()).filter(({ token }) => token.userId === userId && !isExpired(token, clock.now()))
    .length;

/** Gives ada this many tokens. */
const fillTo = async (count: number): Promise<void> => {
  for (let there = await counted(); there < count; there++) {
    const name = `filled ${++made}`;
    await issueToken(name, () => ({ hash: hashOfSecret(name), userId, scopes: [] }));
  }
};

/** What makes a token for ada, and what refused it. */
const ways = {
  own: async () => problemsIn(await call(createOwnToken, { headers, body: { name: `own ${++made}` } })),
  administrator: async () =>
    problemsIn(await call(issueTokenToUser, { as: "su", body: { user: "ada", name: `given ${++made}` } })),
  command: async () => {
    const run = await lectern("token", "create", "ada", "--name", `command ${++made}`);
    return run.status === 0 ? [] : [run.stderr.trim()];
  },
  manifest: async () => {
    const name = `manifest ${++made}`;
    const tokens = [{ name, user: "ada", secret: name }];
    return applyManifest({ version: 1, tokens }).then(
      () => [],
      (error: InvalidManifest) => error.problems.map(({ path, message }) => `${path}: ${message}`),
    );
  },
};

beforeAll(async () => {
  userId = (await readUserByName("ada"))!.id;
  headers = await sessionHeadersOf("ada");
});

test("a user may have a hundred tokens, however they are made, and those that have expired do not count", async () => {
  const past = "2020-01-01T00:00:00.000Z";
  await issueToken("expired", () => ({ hash: hashOfSecret("expired"), userId, scopes: [], expiresAt: past }));
  await commitDecision(async () => ({
    writes: [
      putUnlistedToken({
        hash: hashOfSecret("exchanged"),
        token: { kind: "token", name: "OIDC", userId, scopes: [], trustId: 1, createdAt: clock.now() },
      }),
    ],
    value: undefined,
  }));
  await fillTo(maxTokens - 4);
  for (const [way, make] of Object.entries(ways)) expect(await make(), way).toEqual([]);
  expect(await counted()).toBe(maxTokens);
  const reason = expect.stringContaining(`A user has at most ${maxTokens} tokens`);
  expect(await ways.own()).toEqual(["non_field_errors/too_many"]);
  expect(await ways.administrator()).toEqual(["non_field_errors/too_many"]);
  expect(await ways.command()).toEqual([reason]);
  expect(await ways.manifest()).toEqual([reason]);
  expect(await counted()).toBe(maxTokens);
  const { body } = await call(listOwnTokens, { headers, query: { pageSize: 1 } });
  await call(deleteOwnToken, { headers, params: { id: body.results[0].id } });
  expect(await ways.own()).toEqual([]);
});

test("those who make tokens at the same moment make no more than there may be", async () => {
  const [last] = (await readTokens()).filter(({ token }) => token.name.startsWith("filled"));
  await revokeToken(last!.token.name);
  expect(await counted()).toBe(maxTokens - 1);
  const answers = await Promise.all([ways.own(), ways.administrator(), ways.own(), ways.administrator()]);
  expect(answers.filter((problems) => problems.length === 0)).toHaveLength(1);
  expect(await counted()).toBe(maxTokens);
});
