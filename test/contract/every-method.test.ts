// Proves contract rules: methods.

import { describe, expect, test } from "vitest";
import { fallback } from "#lib/routes/fallback.ts";
import type { Method } from "#lib/routes/route.ts";
import { gapsIn, routeFinder } from "#lib/routes/route-finder.ts";
import { routes } from "#lib/routes/table.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

const find = routeFinder(routes, fallback);

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE", "TRACE"];

const paths = [...new Set(routes.flatMap(({ path, aliases }) => [path, ...aliases]))];

/** A path with values, without its final slash. */
const asked = (path: string): string => path.replaceAll(/\{\w+\+?\}/g, "7").replace(/(?<=.)\/$/, "");

/** The route for a path and a method, or the fallback. */
const routeAt = (path: string, method: string) =>
  routes.find(
    (route) =>
      [route.path, ...route.aliases].includes(path) && route.method === (method === "HEAD" ? "GET" : method),
  ) ?? fallback;

describe.each(paths)("%s", (path) => {
  test.each(methods)("is answered by a route of its own for %s, or by the fallback", (method) => {
    expect(find(method, asked(path)).route.id).toBe(routeAt(path, method).id);
  });
});

test("a placeholder that takes a path's segment takes none of its methods", async () => {
  const gaps = gapsIn(routes);
  expect(gaps).toContainEqual({ method: "DELETE", path: "/api/audios/player_config/" });
  for (const { method, path } of gaps) {
    const { status } = await call({ ...fallback, method, path: asked(path) }, { as: "su" });
    expect([`${method} ${path}`, status]).toEqual([`${method} ${path}`, 405]);
  }
});

test("TRACE, which repeats what was sent, is refused everywhere", async () => {
  for (const path of paths) {
    const trace = { ...fallback, method: "TRACE" as Method, path: asked(path) };
    expect([403, 405]).toContain((await call(trace, { as: "su" })).status);
  }
});
