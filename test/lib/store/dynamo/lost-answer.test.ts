import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { changesAfter, lastDrawnChange } from "#lib/store/changes.ts";
import { commitDecision, type Decision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { putUserRow } from "#lib/store/write-users.ts";
import { askedOperation } from "#test/faults/database-faults.ts";
import { attemptOf, type EngineProxy, lostAnswer, startProxy } from "#test/faults/proxy.ts";
import { useTable } from "#test/support/table.ts";

useTable();

let proxy: EngineProxy;

beforeAll(async () => {
  const engine = process.env.DYNAMODB_ENDPOINT!;
  proxy = await startProxy(() => engine);
  proxy.follow((request) =>
    askedOperation(request) === "TransactWriteItems" && attemptOf(request) === 0 ? lostAnswer : undefined,
  );
  process.env.DYNAMODB_ENDPOINT = proxy.url;
});

afterAll(() => proxy.close());

const user = (id: number, username: string) => ({
  ...{ id, username, email: "", version: 1, passwordHash: null },
  ...{ active: true, staff: false, superuser: false, groups: [] },
});

test.each<[string, number, Pick<Decision<unknown>, "change">]>([
  ["with an entry in a log", 8, { change: { kind: "site", version: 1 } }],
  ["without one", 9, {}],
])("a transaction whose answer is lost is decided once, and done: %s", async (name, id, change) => {
  const { number: before } = await lastDrawnChange();
  const decide = vi.fn(async () => ({
    writes: putUserRow(user(id, name), null),
    ...change,
    value: "done",
  }));
  expect(await commitDecision(decide)).toBe("done");
  expect(decide).toHaveBeenCalledTimes(1);
  expect(await readUserByName(name)).toMatchObject({ version: 1 });
  const entries = await changesAfter(before);
  expect(entries.map((entry) => entry.change)).toEqual(Object.values(change));
});
