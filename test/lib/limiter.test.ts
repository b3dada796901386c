import { expect, onTestFinished, test, vi } from "vitest";
import { clock } from "#lib/clock.ts";
import { limiter } from "#lib/limiter.ts";
import type { Refusal } from "#lib/refusals/refusal.ts";

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

test("a crowd that is refused comes back a part at a time, a few callers within four seconds", async () => {
  let nowMs = 5_000;
  const stopped = vi.spyOn(clock, "monotonicMs").mockImplementation(() => nowMs);
  onTestFinished(() => stopped.mockRestore());
  const { work, end } = heldWork();
  const limited = limiter({ maxRunning: 1, maxWaiting: 0 });
  const running = limited(work(0));
  const refuse = async (count: number): Promise<number[]> => {
    const refusals = await Promise.all(
      Array.from({ length: count }, () => limited(work(1)).catch((error: Refusal) => error)),
    );
    return refusals.map((refusal) => Number((refusal as Refusal).details.headers!["retry-after"]));
  };
  const few = await refuse(100);
  expect(few.every((seconds) => seconds >= 1 && seconds <= 4)).toBe(true);
  const crowd = await refuse(4_000);
  for (let second = 1; second <= 30; second++)
    expect(crowd.filter((each) => each === second).length).toBeLessThanOrEqual(4 * 200);
  expect(Math.max(...(await refuse(2_000)))).toBeLessThanOrEqual(30);
  nowMs += 26_000;
  expect(Math.max(...(await refuse(100)))).toBeLessThanOrEqual(4);
  end(0);
  await running;
});
