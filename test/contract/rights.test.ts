import { describe, expect, test } from "vitest";
import { logIn } from "#lib/routes/accounts.ts";
import { listComments } from "#lib/routes/comments.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { listPages } from "#lib/routes/pages.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { drawNumbers, getItem, getItems, queryItems, updateItem } from "#lib/store/items.ts";
import { keys } from "#lib/store/table.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { call } from "#test/support/call.ts";
import { withRightsOf } from "#test/support/enforced-rights.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

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
    for (const caller of callers)
      await expect(call(route, { ...caller, params: { id }, body })).resolves.toHaveProperty("status");
  },
);

describe("a function in a test", () => {
  const name = keys.username("ada");
  const attempts = keys.attempts("0123");

  test("fails, with its id and the request, if it asks for what its role does not allow", async () => {
    const listed = withRightsOf(listPages.id, () => queryItems({ pk: keys.user(1).pk }));
    await expect(listed).rejects.toThrow(/role of pages\/list .*dynamodb:Query .*"USERS"/);
    const job = withRightsOf("jobs/watch-site", () => drawNumbers("page"));
    await expect(job).rejects.toThrow(/jobs\/watch-site .*UpdateItem .*\n.*No statement allows/);
  });

  test("fails although it goes on without the answer", async () => {
    const caught = () => getItem(keys.webhookSecret(1)).catch(() => undefined);
    await expect(withRightsOf(listPages.id, caught)).rejects.toThrow("SECRETS");
  });

  test("reads several partitions by one request only if one statement covers all of them", async () => {
    const both = () => getItems([name, attempts]);
    await expect(withRightsOf(logIn.id, both)).resolves.toEqual([expect.anything(), undefined]);
    await expect(withRightsOf(listPages.id, both)).rejects.toThrow("USERNAME#ada");
    await expect(withRightsOf(listPages.id, () => getItem(attempts))).resolves.toBeUndefined();
  });

  test("writes of a token only when it was used, also in a transaction", async () => {
    const written = (attribute: string) => () =>
      tableStore().transact([
        updateItem(keys.credential("0123"), { set: { [attribute]: "2026-01-01T00:00:00Z" } }),
      ]);
    await expect(withRightsOf(listPages.id, written("lastUsedAt"))).resolves.toBeDefined();
    await expect(withRightsOf(listPages.id, written("userId"))).rejects.toThrow("CREDENTIAL#0123");
  });
});
