// Proves contract rules: who-may-keep-answers.

import { beforeAll, describe, expect, test } from "vitest";
import { fallback } from "#lib/routes/fallback.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { cookiesOf } from "#test/support/session.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

let post: number;

beforeAll(async () => {
  post = (await createLivePost(world.notes)).id;
  await createEpisodeDraft(world.calls);
});

const guarded = routes.filter(({ auth }) => auth !== "public");
const open = routes.filter(({ auth }) => auth === "public");

/** Callers from nobody to those whom a route is for, with credentials that are wrong, weak and right. */
const callers: readonly object[] = [
  {},
  { as: "made-up" },
  { as: "ed" },
  { as: "ada-none" },
  { as: "va" },
  { as: "su" },
  { headers: { cookie: "sessionid=made-up" } },
  { as: "su", headers: { accept: "image/png" } },
  { as: "va", query: { format: "yaml" } },
];

const ask = (route: Route, id: number, options: object): Promise<RouteAnswer> =>
  call(route, {
    params: Object.fromEntries([...route.params, "key", "path"].map((name) => [name, id])),
    ...(route.body ? { body: "{" } : {}),
    ...options,
  });

const cacheControlOf = ({ headers }: RouteAnswer) => headers["cache-control"];

describe.each(guarded)("$method $path", (route) => {
  test("lets nobody keep an answer, whoever asks, and whatever it says", async () => {
    const seen = new Set<number>();
    for (const caller of callers) {
      for (const id of [post, 999_999]) {
        const answer = await ask(route, id, caller);
        seen.add(answer.status);
        expect([caller, answer.status, cacheControlOf(answer)]).toEqual([
          caller,
          answer.status,
          "private, no-store",
        ]);
      }
    }
    expect(seen.size).toBeGreaterThan(2);
  });

  test.each(["OPTIONS", "PURGE"])("nor the answer to %s", async (method) => {
    const path = route.path.replaceAll(/\{\w+\}/g, "7");
    for (const as of ["made-up", "ed", "su", "va"]) {
      const answer = await call({ ...fallback, method: method as Route["method"], path }, { as });
      expect(cacheControlOf(answer)).toBe("private, no-store");
    }
  });
});

describe.each(open)("$method $path", (route) => {
  test.each([
    { name: "a token", credentials: async () => ({ as: "ada" }) },
    { name: "a wrong token", credentials: async () => ({ as: "made-up" }) },
    { name: "a session", credentials: async () => ({ headers: { cookie: await cookiesOf("ada") } }) },
  ])("gives callers with $name nothing that a shared cache may keep", async ({ credentials }) => {
    const caller = await credentials();
    for (const id of [post, 999_999])
      expect(cacheControlOf(await ask(route, id, caller))).toMatch(/^private, no-(cache|store)$/);
  });
});
