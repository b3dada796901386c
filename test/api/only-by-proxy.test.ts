// Proves contract rules: one-address.

import { afterEach, expect, test, vi } from "vitest";
import { fallback } from "#lib/routes/fallback.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { answerOf } from "#test/support/call.ts";
import { costOf } from "#test/support/metering.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

const secret = "a secret that CloudFront and we share";

afterEach(() => vi.unstubAllEnvs());

const withSecret = (value: string | undefined) => {
  vi.stubEnv("PROXY_SECRET", value);
  vi.stubEnv("ONLY_BY_PROXY", "true");
};

/** Of every kind: for strangers and editors, reading and writing, pages and programs. */
const asked = [
  "root",
  "pages/list",
  "site/pages/read",
  "site/media/read",
  "editor/posts/create",
  "accounts/login",
  "mcp",
].flatMap((id) => routes.find((route) => route.id === id) ?? []);

const ask = (route: Route, headers: Readonly<Record<string, string>> = {}) =>
  answerOf(route, { params: { slugs: "", key: "images/1/0123456789ab/a.jpg" }, as: "su", headers });

test("whatever goes around the proxy is refused, and nothing is read", async () => {
  withSecret(secret);
  const seen: unknown[] = [];
  const cost = await costOf(async () => {
    for (const headers of [{}, { "x-proxy-secret": "guessed" }, { accept: "text/html" }])
      for (const route of [...asked, fallback]) {
        const { status, text } = await ask(route, headers);
        seen.push([status, JSON.parse(text).detail]);
      }
  });
  expect(seen).toHaveLength(24);
  const detail = "Only the proxy in front of the site may call this address; ask the address of the site.";
  expect(new Set(seen.map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify([403, detail])]));
  expect(cost).toMatchObject({ requests: 0 });
});

test("what comes with the secret is answered as without the rule", async () => {
  const [root] = asked;
  const before = await ask(root!);
  withSecret(secret);
  const { status, text } = await ask(root!, { "x-proxy-secret": secret });
  expect([status, text]).toEqual([before.status, before.text]);
  expect(status).toBe(200);
});

test("while no secret is set, nobody is answered", async () => {
  withSecret(undefined);
  expect((await ask(asked[0]!, { "x-proxy-secret": "undefined" })).status).toBe(403);
});
