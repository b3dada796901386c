// Proves contract rules: negotiation.

import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { logIn } from "#lib/routes/accounts.ts";
import type { Route } from "#lib/routes/route.ts";
import { readSitePage } from "#lib/routes/site-pages.ts";
import { routes } from "#lib/routes/table.ts";
import { call } from "#test/support/call.ts";
import { documentedTypes } from "#test/support/documented-types.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { createLivePost, usePasswords, useWorld } from "#test/support/world.ts";

const world = useWorld();
usePasswords();

let ids: readonly number[] = [];

beforeAll(async () => {
  const post = await createLivePost(world.notes);
  const episode = await createEpisodeDraft(world.calls);
  ids = [post.id, episode.id, world.notes, 1, 999_999];
});

/** Bodies of every kind, from those that can be read to those that cannot; some of them sign in or try to. */
const body = fc.constantFrom<object>(
  {},
  { headers: { "content-type": "text/plain" }, body: "x" },
  { body: "{" },
  { body: {} },
  { body: { username: "ada", password: "marsh-hen" } },
  { body: { username: "ada", password: "wrong", next: "/" } },
  { body: { page: 1, password: "wrong", next: "/" } },
  { body: { theme_slug: "plain" } },
  { body: { title: "Heron", overview: [], publish: true } },
);

const asked = fc.record({
  as: fc.constantFrom(undefined, "made-up", "ed", "ada", "va", "su"),
  place: fc.nat(4),
  accept: fc.constantFrom("*/*", "text/html", "application/json", "image/png"),
  format: fc.constantFrom("", "format=json", "format=yaml", "page=0", "limit=x"),
  body,
});

describe.each(routes)("$method $path", (route: Route) => {
  test("answers with the content types that are documented for its statuses, whatever it is asked", async () => {
    const property = fc.asyncProperty(asked, async ({ as, place, accept, format, body: sent }) => {
      const names = [...route.params, "key", "path"];
      const parts = { headers: {}, ...(route.body ? sent : {}) };
      const { status, headers, text } = await call(route, {
        ...(as === undefined ? {} : { as }),
        ...parts,
        params: Object.fromEntries(names.map((name) => [name, ids[place] ?? 1])),
        query: format,
        headers: { ...parts.headers, accept },
      });
      const [type = ""] = headers["content-type"]?.split(";") ?? [];
      if (/^text\/|\bxml$/.test(type)) expect(headers["content-type"]).toMatch(/; charset=utf-8$/i);
      const documented = documentedTypes(route, status);
      if (text !== "" && documented && !documented.includes("*/*")) expect(documented).toContain(type);
    });
    await fc.assert(property, { numRuns: 25, seed: 12 });
  });
});

test("a refused sign-in is a page for a form, and JSON for a program; both are documented", async () => {
  const wrong = { username: "ada", password: "wrong" };
  const types = await Promise.all(
    [wrong, { ...wrong, next: "/" }].map(async (sent) => {
      const { status, headers } = await call(logIn, { body: sent });
      return [status, headers["content-type"]];
    }),
  );
  expect(types).toEqual([
    [403, "application/json"],
    [403, "text/html; charset=utf-8"],
  ]);
  expect(documentedTypes(logIn, 403)).toEqual(["application/json", "text/html"]);
});

test("what is not there is a page, and documented as one", async () => {
  const { status, headers } = await call(readSitePage, { params: { path: "nothing" } });
  expect([status, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  expect(documentedTypes(readSitePage, 404)).toContain("text/html");
});
