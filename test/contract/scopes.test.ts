// Proves contract rules: scopes, administrators, statistics.

import { beforeAll, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { showStatistics } from "#lib/routes/cms.ts";
import type { Route, TokenScope } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

const scopes: readonly TokenScope[] = ["write", "publish", "delete", "admin"];

/** A superuser who is staff too, with a token for each scope, and one whose scope is empty. */
beforeAll(async () => {
  const user = "all";
  await applyManifest({
    version: 1,
    users: [{ username: user, superuser: true, staff: true }],
    tokens: [
      { name: "all-none", user, secret: "all-none", scopes: [] },
      ...scopes.map((scope) => ({ name: `all-${scope}`, user, secret: `all-${scope}`, scopes: [scope] })),
    ],
  });
});

/** Asks for the first object, with a body that nobody can read. */
const knock = (route: Route, as: string) => {
  const params = Object.fromEntries(route.params.map((name) => [name, 1]));
  return call(route, { as, params, ...(route.body && { body: "{" }) });
};

const isScopeMissing = ({ status, text }: { readonly status: number; readonly text: string }): boolean =>
  status === 403 && text.includes("This action requires");

/** What callers change without a scope, and why. */
const withoutScope: Readonly<Record<string, string>> = {
  "accounts/login": "It makes a session.",
  "accounts/agents/revoke": "No token may do it.",
  "accounts/authorize/decide": "No token may do it.",
  "accounts/feeds/create": "No token may do it.",
  "accounts/feeds/revoke": "No token may do it.",
  "accounts/logout": "It ends the caller's session.",
  "accounts/password-change": "It asks for the password.",
  "accounts/password": "It asks for a password of a page.",
  "accounts/setup": "It asks for a secret; nobody has a token yet.",
  "themes/select": "It is a choice of the visitor.",
  "token/exchange": "It makes a token.",
  mcp: "It calls the other routes with the caller's token.",
  "oauth/register": "Anybody may describe a program; nobody gets a right by it.",
  "oauth/revoke": "It asks for a token of a grant, which it ends.",
  "oauth/token": "It makes tokens, of a code or a refresh token.",
  "private-feeds/create": "No token may do it.",
  "private-feeds/delete": "No token may do it.",
  "editor/tokens/create": "No token may do it.",
  "editor/tokens/delete": "No token may do it.",
  "site/pages/comment": "Visitors write comments.",
};

test("whatever changes something has a scope, but for what is listed with its reason", () => {
  const changing = routes.filter(
    ({ method, scope, auth }) => method !== "GET" && scope === undefined && auth !== "superuser",
  );
  expect(changing.map(({ id }) => id).sort()).toEqual(Object.keys(withoutScope).sort());
});

test("every route refuses tokens without its scope, and no other tokens", async () => {
  const wrong: string[] = [];
  for (const route of routes)
    for (const held of ["none", ...(route.scope ? scopes : [])]) {
      const isRefused = isScopeMissing(await knock(route, `all-${held}`));
      if (isRefused !== (route.scope !== undefined && route.scope !== held))
        wrong.push(`${route.method} ${route.path} with ${held}`);
    }
  expect(wrong).toEqual([]);
});

test("what editors may not read needs the scope for administration, pages too", async () => {
  const open: string[] = [];
  // Staff need not be editors, and moderators need not administrate.
  const reading = routes.filter(
    ({ method, auth }) => method === "GET" && !["staff", "moderator", "images"].includes(auth),
  );
  for (const route of reading) {
    if ((await knock(route, "ada")).status !== 403) continue;
    if ((await knock(route, "all-none")).status < 400) open.push(route.path);
  }
  expect(open).toEqual([]);
  expect((await call(showStatistics, { as: "all-write" })).status).toBe(403);
  expect((await call(showStatistics, { as: "all-admin" })).status).toBe(200);
});
