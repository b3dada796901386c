import { expect, test } from "vitest";
import { settledInOrder } from "#lib/settled.ts";
import { getItem, getItems, inOneRead, putItem } from "#lib/store/items.ts";
import { keys } from "#lib/store/table.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { commandsOf } from "#test/support/metering.ts";
import { useTable } from "#test/support/table.ts";

useTable();

const key = keys.siteItem;

const put = (sk: string) => tableStore().write(putItem(key(sk), { value: `item ${sk}` }));

test("items that are asked for together are one request, each for who asked for it", async () => {
  await Promise.all(["1", "2", "3"].map(put));
  let read: readonly unknown[] = [];
  const commands = await commandsOf(async () => {
    const reads = inOneRead(() => [
      getItem(key("1")),
      getItems([key("3"), key("0"), key("2")]),
      getItem(key("1")),
    ]);
    read = (await Promise.all(reads)).flat().map((item) => item?.value);
  });
  expect(read).toEqual(["item 1", "item 3", undefined, "item 2", "item 1"]);
  expect(commands).toEqual(["BatchGetItem"]);
});

test("one item alone is got as usual, and so is what is asked for later or of nothing", async () => {
  await put("1");
  const alone = async () => {
    const begun = inOneRead(() => getItem(key("1")).then(() => getItem(key("1"))));
    await Promise.all([begun, inOneRead(() => getItems([]))]);
  };
  expect(await commandsOf(alone)).toEqual(["GetItem", "GetItem"]);
});

test("work beside a read begins only if there is one, and those within another belong to it", async () => {
  const begun: string[] = [];
  await inOneRead(
    () =>
      inOneRead(
        () => getItem(key("1")),
        () => begun.push("inner"),
      ),
    () => begun.push("outer"),
  );
  await inOneRead(
    () => getItems([]),
    () => begun.push("nothing to wait for"),
  );
  expect(begun).toEqual(["outer"]);
});

test("a read that fails fails for all who asked, and the next ones are read as usual", async () => {
  const tooLong = key("x".repeat(2_000));
  const reads = inOneRead(() => [getItem(key("1")), getItem(tooLong)]);
  const outcomes = await Promise.allSettled(reads);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(() =>
    inOneRead(() => {
      throw new Error("refused at once");
    }),
  ).toThrow("refused at once");
  await put("1");
  expect((await getItem(key("1")))?.value).toBe("item 1");
});

test("what is awaited together ends together, and fails as the first of the list that failed", async () => {
  expect(await settledInOrder([Promise.resolve(1), "two", Promise.resolve([3])])).toEqual([1, "two", [3]]);
  const last = Promise.withResolvers<number>();
  const outcome = settledInOrder([last.promise, Promise.reject(new Error("quick"))]);
  last.reject(new Error("first"));
  await expect(outcome).rejects.toThrow("first");
});
