import { afterEach, describe, expect, test, vi } from "vitest";
import type { Change } from "#lib/pages/change.ts";
import { databaseAccess } from "#lib/settings/database.ts";
import { changesAfter, changesSince, putChange } from "#lib/store/changes.ts";
import { sendBySdk } from "#lib/store/dynamo/sdk-client.ts";
import type { Items, PartitionQuery } from "#lib/store/port/table-store.ts";
import { padded } from "#lib/store/table.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { loadItems } from "#lib/store/whole-table.ts";
import { useTable } from "#test/support/table.ts";

vi.mock("#lib/settings/database.ts", { spy: true });
vi.mock("#lib/store/dynamo/sdk-client.ts", { spy: true });

useTable();

afterEach(() => {
  vi.mocked(databaseAccess).mockReset();
  vi.mocked(sendBySdk).mockReset();
});

let last = 0;

/** Puts a change at the end of the log and gives its number. */
const append = async (change: Change = { kind: "void" }): Promise<number> => {
  await tableStore().write(putChange({ number: ++last, mark: undefined }, change));
  return last;
};

/** The answers to a query, one after the other. */
const queried = async (query: PartitionQuery): Promise<readonly Items[]> => {
  const answers: Items[] = [];
  for await (const answer of tableStore().query(query)) answers.push(answer);
  return answers;
};

/** Has the SDK send everything. */
const bySdk = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  vi.mocked(databaseAccess).mockReturnValue(undefined);
  return work().finally(() => vi.mocked(databaseAccess).mockReset());
};

describe("against the engine", () => {
  test("the items above a key come as the SDK gives them, in the order of their keys", async () => {
    const after = padded(await append());
    const numbers = [await append({ kind: "site", version: 7 }), await append()];
    const answers = await queried({ pk: "CHANGES", after });
    expect(answers).toHaveLength(1);
    expect(answers[0]?.items.map(({ sk }) => sk)).toEqual(numbers.map(padded));
    expect(sendBySdk).not.toHaveBeenCalled();
    expect(await bySdk(() => queried({ pk: "CHANGES", after }))).toEqual(answers);
  });

  test("there are none above the last one", async () => {
    expect(await queried({ pk: "CHANGES", after: padded(await append()) })).toEqual([
      { items: [], omitted: 0 },
    ]);
  });

  test("text of any script arrives as it was written", async () => {
    const item = { pk: "WORDS", sk: "1", text: "„Möwe“ 🐦 \u0000 海", count: 0.5 };
    await tableStore().write({ put: item });
    expect(await queried({ pk: "WORDS" })).toEqual([{ items: [item], omitted: 0 }]);
  });

  test("one item comes as the SDK gives it, bytes included, and so does that there is none", async () => {
    const item = { pk: "ONE", sk: "1", text: "x", count: 2, bytes: new Uint8Array([0, 255, 7]) };
    await tableStore().write({ put: item });
    const given = await tableStore().get({ pk: "ONE", sk: "1" });
    expect({ ...given, bytes: new Uint8Array(given?.bytes as Uint8Array) }).toEqual(item);
    expect(await bySdk(() => tableStore().get({ pk: "ONE", sk: "1" }))).toEqual(item);
    expect(await tableStore().get({ pk: "ONE", sk: "2" })).toBeUndefined();
    expect(await tableStore().get({ pk: "ONE", sk: "1" }, ["pk", "count"])).toEqual({ pk: "ONE", count: 2 });
  });

  test("some items come as the SDK gives them, in the order of their keys, and without it", async () => {
    const items = ["1", "2"].map((sk) => ({ pk: "SOME", sk, count: 2, isOpen: sk === "1" }));
    for (const item of items) await tableStore().write({ put: item });
    const keys = ["2", "3", "1"].map((sk) => ({ pk: "SOME", sk }));
    expect(await tableStore().getMany(keys)).toEqual([items[1], undefined, items[0]]);
    expect(await tableStore().getMany([])).toEqual([]);
    expect(sendBySdk).not.toHaveBeenCalled();
    expect(await bySdk(() => tableStore().getMany(keys))).toEqual([items[1], undefined, items[0]]);
  });

  test("a key may be asked for twice, and more keys than one request takes", async () => {
    const item = { pk: "TWICE", sk: "1" };
    await tableStore().write({ put: item });
    expect(await tableStore().getMany([item, item])).toEqual([item, item]);
    const others = Array.from({ length: 101 }, (_, index) => ({ pk: "TWICE", sk: String(index) }));
    expect((await tableStore().getMany(others)).filter((each) => each !== undefined)).toEqual([item]);
    expect(sendBySdk).not.toHaveBeenCalled();
  });

  test("the change log is read without the SDK", async () => {
    const number = await append();
    expect(await changesAfter(number - 1)).toMatchObject([{ number, change: { kind: "void" } }]);
    expect(sendBySdk).not.toHaveBeenCalled();
  });

  test("an item that is known by an attribute is left out where it lies, and counted", async () => {
    const after = padded(last);
    const number = ++last;
    await tableStore().write(putChange({ number, mark: "known" }, { kind: "void" }));
    const unmarked = await append();
    const sent = async (value: string) => {
      const without = { attribute: "mark", value };
      const [answer] = await queried({ pk: "CHANGES", after, without });
      return [answer?.items.map(({ sk }) => Number(sk)), answer?.omitted];
    };
    expect(await sent("known")).toEqual([[unmarked], 1]);
    expect(await sent("another")).toEqual([[number, unmarked], 0]);
    for (const access of [databaseAccess(), undefined]) {
      vi.mocked(databaseAccess).mockReturnValue(access);
      expect(await changesSince({ number, mark: "known" })).toMatchObject({
        changes: [{ number: unmarked }],
        hasAnchor: true,
      });
      expect(await changesSince({ number, mark: "another" })).toMatchObject({
        changes: [{ number: unmarked }],
        hasAnchor: false,
      });
    }
  });

  test("more than one answer holds comes in several", async () => {
    const known = last;
    const large: Change = { kind: "void", ...{ padding: "x".repeat(300_000) } };
    // DynamoDB Local answers with the item that goes beyond 1 MB, and says that there are more.
    const numbers: number[] = [];
    for (let count = 0; count < 5; count++) numbers.push(await append(large));
    expect((await queried({ pk: "CHANGES", after: padded(known) })).length).toBeGreaterThan(1);
    expect((await changesAfter(known)).map(({ number }) => number)).toEqual(numbers);
    expect(sendBySdk).not.toHaveBeenCalled();
  });

  test("keys are told apart by where a space is in them", async () => {
    const items = [
      { pk: "A B", sk: "C" },
      { pk: "A", sk: "B C" },
    ];
    await loadItems(items.map((put) => ({ put })));
    expect(await tableStore().getMany(items)).toEqual(items);
  });
});
