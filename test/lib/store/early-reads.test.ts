import { expect, test } from "vitest";
import { settledInOrder } from "#lib/settled.ts";
import { getItem, getItems } from "#lib/store/client.ts";
import { earlyRead, withEarlyReads } from "#lib/store/early-read.ts";
import { inOneRead } from "#lib/store/gathered-reads.ts";
import { keys } from "#lib/store/table.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { putItem } from "#lib/store/typed-writes.ts";
import { commandsOf } from "#test/support/metering.ts";
import { useTable } from "#test/support/table.ts";

useTable();

/** A read that counts how often it is made. */
const counted = () => {
  let count = 0;
  return earlyRead(async (name: string, id: number) => `${name} ${id}, read ${++count}`);
};

test("a read that has begun early is asked for once, by who asks for the same; later ones read again", async () => {
  const read = counted();
  await withEarlyReads(async () => {
    read.begin("a", 1);
    expect(await read("b", 1)).toBe("b 1, read 2");
    expect(await read("a", 2)).toBe("a 2, read 3");
    expect(await read("a", 1)).toBe("a 1, read 1");
    expect(await read("a", 1)).toBe("a 1, read 4");
  });
});

test("early reads are those of one request, and of none outside of requests", async () => {
  const read = counted();
  read.begin("a", 1);
  expect(await read("a", 1)).toBe("a 1, read 1");
  const asksNow = Promise.withResolvers<void>();
  const one = withEarlyReads(async () => {
    read.begin("a", 1);
    await asksNow.promise;
    return read("a", 1);
  });
  expect(await withEarlyReads(() => read("a", 1))).toBe("a 1, read 3");
  asksNow.resolve();
  expect(await one).toBe("a 1, read 2");
});

test("a request ends after its early reads, whose failure is only that of who asks for them", async () => {
  const ended = Promise.withResolvers<string>();
  const slow = earlyRead(() => ended.promise);
  const broken = earlyRead(async () => {
    throw new Error("no engine");
  });
  let isAnswered = false;
  const answer = withEarlyReads(async () => {
    slow.begin();
    broken.begin();
    return "refused";
  }).then((value) => {
    isAnswered = true;
    return value;
  });
  await new Promise(setImmediate);
  expect(isAnswered).toBe(false);
  ended.resolve("late");
  expect(await answer).toBe("refused");
  const asking = withEarlyReads(async () => {
    broken.begin();
    // By then the process would end, if nobody handled the failure.
    await new Promise(setImmediate);
    return broken();
  });
  await expect(asking).rejects.toThrow("no engine");
});

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
