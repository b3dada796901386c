import { expect, test } from "vitest";
import { limiter } from "#lib/limiter.ts";

/** Work that ends when it is told to. */
const heldWork = () => {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const work = (index: number) => () => {
    started.push(index);
    return new Promise<number>((resolve) => {
      ends[index] = () => resolve(index);
    });
  };
  return { started, work, end: (index: number) => ends[index]!() };
};

/** Promises that are due have resolved afterwards. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("so much runs at once, so much waits in order, and the rest is refused as busy at once", async () => {
  const { started, work, end } = heldWork();
  const limited = limiter({ maxRunning: 2, maxWaiting: 1 });
  const [first, second, third] = [0, 1, 2].map((index) => limited(work(index)));
  await expect(limited(work(3))).rejects.toMatchObject({ code: "busy" });
  await settled();
  expect(started).toEqual([0, 1]);
  end(1);
  expect(await second).toBe(1);
  await settled();
  expect(started).toEqual([0, 1, 2]);
  end(0);
  end(2);
  expect(await Promise.all([first, third])).toEqual([0, 2]);
});

test("work that fails makes room for what waits", async () => {
  const limited = limiter({ maxRunning: 1, maxWaiting: 1 });
  const failing = limited(async () => Promise.reject(new Error("It failed.")));
  const waiting = limited(async () => "done");
  await expect(failing).rejects.toThrow("It failed.");
  expect(await waiting).toBe("done");
});
