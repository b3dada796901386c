import { expect, test } from "vitest";
import { type ListInParts, listInParts, partSize } from "../../../browser/admin/shell/list-parts.ts";

/** A service with these numbers, the newest first. */
const serviceWith = (numbers: number[]) => {
  const asked: number[] = [];
  const read = async (part: number) => {
    asked.push(part);
    const results = numbers.slice((part - 1) * partSize, part * partSize);
    return { results, count: numbers.length, next: part * partSize < numbers.length ? "more" : null };
  };
  return { asked, read };
};

const down = (from: number, to: number): number[] =>
  Array.from({ length: from - to + 1 }, (_, index) => from - index);

const readAll = async (list: ListInParts<number>) => {
  while (!list.isAll.value) await list.more();
  return list.items.value;
};

test("a list is read part by part until its end", async () => {
  const { asked, read } = serviceWith(down(120, 1));
  const list = listInParts(read, String, String);
  await list.start();
  expect([list.items.value.length, list.count.value, list.isAll.value]).toEqual([50, 120, false]);
  expect(await readAll(list)).toEqual(down(120, 1));
  expect(asked).toEqual([1, 2, 3]);
});

test("entries that come meanwhile repeat others, and none is left out", async () => {
  const numbers = down(120, 1);
  const { read } = serviceWith(numbers);
  const list = listInParts(read, String, String);
  await list.start();
  numbers.unshift(...down(230, 121));
  const all = await readAll(list);
  expect(all.filter((number) => number <= 120)).toEqual(down(120, 1));
});

test("entries that were taken out leave no gap", async () => {
  const numbers = down(120, 1);
  const { read } = serviceWith(numbers);
  const list = listInParts(read, String, String);
  await list.start();
  numbers.splice(0, 30);
  list.drop((number) => number > 90);
  expect(list.count.value).toBe(90);
  expect(await readAll(list)).toEqual(down(90, 1));
});

test("who asks while a part is on its way waits for that part", async () => {
  const { asked, read } = serviceWith(down(60, 1));
  const list = listInParts(read, String, String);
  await Promise.all([list.start(), list.more(), list.more()]);
  expect([asked, list.items.value.length]).toEqual([[1], 50]);
});

test("an answer that comes after a new start is not shown", async () => {
  const answers: ((part: { results: string[]; count: number; next: null }) => void)[] = [];
  const list = listInParts<string>(() => new Promise((resolve) => answers.push(resolve)), String, String);
  const starts = [list.start(), list.start()];
  answers[1]?.({ results: ["new"], count: 1, next: null });
  answers[0]?.({ results: ["old"], count: 1, next: null });
  await Promise.all(starts);
  expect([list.items.value, list.isReading.value]).toEqual([["new"], false]);
});

test("a part that cannot be read is told, and asked for again", async () => {
  const { read } = serviceWith(down(60, 1));
  let isBroken = true;
  const list = listInParts(
    async (part) => {
      if (isBroken) throw new Error("Not now.");
      return read(part);
    },
    String,
    String,
  );
  await list.start();
  expect(list.problem.value).toContain("Not now.");
  isBroken = false;
  await list.more();
  expect([list.problem.value, list.items.value.length]).toEqual(["", 50]);
});
