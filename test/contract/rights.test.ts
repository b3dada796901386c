import { expect, test } from "vitest";
import { listComments } from "#lib/routes/comments.ts";
import { fallback } from "#lib/routes/fallback.ts";
import type { Route, Use } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { call } from "#test/support/call.ts";
import { commandsOf } from "#test/support/metering.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

const reads = ["GetItem", "BatchGetItem", "Query"];

/** The requests that each use gives the right to. */
const rights: Readonly<Record<Use, readonly string[]>> = {
  "table:read": reads,
  catalog: reads,
  "media:read": [],
  "media:sign": [],
  "images:write": [],
  "audios:write": [],
  "videos:write": [],
  "uploads:read": [],
  "uploads:write": [],
  "snapshots:write": [],
  "feeds:write": [],
  "media:delete": [],
  "secrets:read": ["GetItem"],
  "secrets:write": ["PutItem", "DeleteItem"],
  "credentials:read": ["GetItem", "Query"],
  "credentials:write": ["PutItem", "UpdateItem", "DeleteItem"],
  prober: [],
  api: [],
  "table:write": [...reads, "TransactWriteItems", "PutItem", "UpdateItem", "DeleteItem"],
};

test("of the routes that read, one may change something: the list of comments notes where older ones are", () => {
  const changing = routes.filter(
    ({ method, uses }) => method === "GET" && uses.some((use) => /:(write|delete)$|^prober$/.test(use)),
  );
  expect(changing.map(({ id, uses }) => [id, uses])).toEqual([[listComments.id, ["table:write"]]]);
});

test.each([...routes, fallback].map((route) => [route.id, route] as const))(
  "%s asks DynamoDB for nothing that its uses give no right to, whoever calls",
  async (_, route: Route) => {
    const { id } = await createLivePost(world.notes);
    const body = route.body
      ? { parent: { id: world.notes }, title: "x", overview: [], username: "ada", password: "x" }
      : undefined;
    const callers = [{}, { as: "ada" }, { headers: { cookie: "sessionid=made-up" } }];
    for (const caller of callers) {
      const asked = await commandsOf(() => call(route, { ...caller, params: { id }, body }));
      const allowed = new Set(route.uses.flatMap((use) => rights[use]));
      expect(asked.filter((command) => !allowed.has(command))).toEqual([]);
    }
  },
);
