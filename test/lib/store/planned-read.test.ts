import { expect, test } from "vitest";
import { plannedRead } from "#lib/store/planned-read.ts";

/** A read that counts how often it is made. */
const counted = () => {
  let count = 0;
  return async (name: string, id: number) => `${name} ${id}, read ${++count}`;
};

test("what has begun is given once, to who asks for the same; all else is read", async () => {
  const read = plannedRead(counted(), "a", 1);
  void read.begin();
  expect(await read("b", 1)).toBe("b 1, read 2");
  expect(await read("a", 2)).toBe("a 2, read 3");
  expect(await read("a", 1)).toBe("a 1, read 1");
  expect(await read("a", 1)).toBe("a 1, read 4");
});

test("what has not begun is read when it is asked for", async () => {
  const read = plannedRead(counted(), "a", 1);
  expect(await read("a", 1)).toBe("a 1, read 1");
  expect(await read("a", 1)).toBe("a 1, read 2");
});

test("more arguments than planned are another question", async () => {
  const read = plannedRead(async (...ids: number[]) => ids.length, 1);
  void read.begin();
  expect(await read(1, 2)).toBe(2);
  expect(await read(1)).toBe(1);
});
