import { afterEach, describe, expect, test, vi } from "vitest";
import { dynamoTable } from "#lib/store/dynamo/dynamo-table.ts";
import { database } from "#lib/store/dynamo/send.ts";
import { ImpossibleWrite, isNew, type SingleWrite, type Write } from "#lib/store/port/table-store.ts";

process.env.TABLE_NAME = "table";

const send = vi.spyOn(database, "send");

afterEach(() => {
  send.mockReset();
});

const key = { pk: "P", sk: "1" };

describe("sends nothing that DynamoDB refuses whatever is stored", () => {
  test.each<[string, SingleWrite]>([
    ["an item above 400 KB", { put: { ...key, text: "x".repeat(409_600) } }],
    ["a key that is empty", { delete: { pk: "P", sk: "" } }],
    ["a key that is too long", { update: { pk: "P", sk: "x".repeat(1_025) }, changes: { set: { a: 1 } } }],
    ["an empty set", { put: { ...key, set: new Set() } }],
    ["a number that it cannot store", { update: key, changes: { add: { a: 1e126 } } }],
    ["an update that changes nothing", { update: key, changes: { set: { a: undefined } } }],
  ])("%s", async (_, write) => {
    await expect(dynamoTable.write(write)).rejects.toThrow(ImpossibleWrite);
    await expect(dynamoTable.transact([write])).rejects.toThrow(ImpossibleWrite);
    expect(send).not.toHaveBeenCalled();
  });

  test.each<[string, readonly Write[]]>([
    ["one item twice", [{ put: key }, { check: key, if: isNew }]],
    ["101 items", Array.from({ length: 101 }, (_, index) => ({ delete: { pk: "P", sk: `${index}` } }))],
    ["nothing", []],
  ])("a transaction of %s", async (_, writes) => {
    await expect(dynamoTable.transact(writes)).rejects.toThrow(ImpossibleWrite);
    expect(send).not.toHaveBeenCalled();
  });
});
