import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { inAdvance } from "#lib/manifest/media/prepared-files.ts";

const items = ["a", "b", "c", "d", "e"];

/** Work that notes its beginning and gives the item in capital letters. */
const noted = () => {
  const begun: string[] = [];
  const work = async (item: string) => {
    begun.push(item);
    await setImmediate();
    return item.toUpperCase();
  };
  return { begun, work };
};

/** Lets work that has begun go on as far as it can. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
};

test("as many items as the lead are worked on before they are asked for, and no more", async () => {
  const { begun, work } = noted();
  const result = inAdvance(items, 2, work);
  await settled();
  expect(begun).toEqual(["a", "b"]);
  expect(await result("a")).toBe("A");
  await settled();
  expect(begun).toEqual(["a", "b", "c"]);
});

test("each item is worked on once, also if it is asked for again", async () => {
  const { begun, work } = noted();
  const result = inAdvance(items, 2, work);
  for (const item of items)
    expect([await result(item), await result(item)]).toEqual([item.toUpperCase(), item.toUpperCase()]);
  expect(begun).toEqual(items);
});

test("one item is worked on at a time", async () => {
  let running = 0;
  const result = inAdvance(items, 5, async (item) => {
    expect(++running).toBe(1);
    await setImmediate();
    running--;
    return item;
  });
  expect(await Promise.all(items.map(result))).toEqual(items);
});

test("a failure is that of its item alone, and is unnoticed until it is asked for", async () => {
  const result = inAdvance(items, 5, async (item) => {
    if (item === "b") throw new Error("fire");
    return item;
  });
  await settled();
  expect(await result("a")).toBe("a");
  await expect(result("b")).rejects.toThrow("fire");
  expect(await result("c")).toBe("c");
});

test("items that are passed over hold nothing up, and may still be asked for", async () => {
  const { work } = noted();
  const result = inAdvance(items, 2, work);
  expect(await result("d")).toBe("D");
  expect(await result("e")).toBe("E");
  expect(await result("a")).toBe("A");
  expect(await result("not in the list")).toBe("NOT IN THE LIST");
});
