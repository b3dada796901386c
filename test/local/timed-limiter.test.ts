// Proves contract rules: busy.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Refusal } from "#lib/refusals/refusal.ts";
import { timedLimiter } from "#local/gateway/timed-limiter.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Sends work of so many milliseconds, at the same moment; gives what becomes of it when all has ended. */
const sent = async (
  limited: ReturnType<typeof timedLimiter>,
  { count, ms, name = "save" }: { count: number; ms: number; name?: string },
) => {
  const order: number[] = [];
  const outcomes = Array.from({ length: count }, (_, index) =>
    limited(name, async () => {
      await pause(ms);
      order.push(index);
    }).then(
      () => "done" as const,
      (error: Refusal) => error,
    ),
  );
  await vi.runAllTimersAsync();
  const refused = (await Promise.all(outcomes)).filter((outcome) => outcome !== "done");
  return { order, refused };
};

const oneAtATime = { maxRunning: 1 };

/** So often that the average of a name is its time. */
const learn = async (limited: ReturnType<typeof timedLimiter>, ms: number, name?: string) => {
  for (let time = 0; time < 60; time++) await sent(limited, { count: 1, ms, ...(name && { name }) });
};

test("64 at once, and twenty rounds of twenty, are all done in order, from the first moment on", async () => {
  const limited = timedLimiter(oneAtATime);
  for (const count of [64, ...Array.from({ length: 20 }, () => 20)]) {
    const { order, refused } = await sent(limited, { count, ms: 10 });
    expect(order).toEqual(Array.from({ length: count }, (_, index) => index));
    expect(refused).toEqual([]);
  }
});

test("a slow first time, in which a function is loaded, does not turn others away", async () => {
  const limited = timedLimiter(oneAtATime);
  await learn(limited, 10);
  await sent(limited, { count: 1, ms: 1_500 });
  expect((await sent(limited, { count: 64, ms: 10 })).refused).toEqual([]);
});

test("what would wait for longer than two seconds is refused at once, by how long such work takes", async () => {
  const limited = timedLimiter(oneAtATime);
  await learn(limited, 190);
  const slow = sent(limited, { count: 1, ms: 190 });
  const { order, refused } = await sent(limited, { count: 30, ms: 190 });
  // The tenth waits for 1.9 s behind the first nine and the one that runs; the eleventh would for 2.09 s.
  expect(order).toHaveLength(10);
  expect(refused).toHaveLength(20);
  expect((await slow).refused).toEqual([]);
  // They are gone now.
  expect((await sent(limited, { count: 11, ms: 190 })).refused).toEqual([]);
});

test("work of another name counts by its own time, and several places share what waits", async () => {
  const limited = timedLimiter({ maxRunning: 2 });
  await learn(limited, 900, "import");
  await learn(limited, 10, "save");
  // Four take 1.8 s in two places, five 2.25 s.
  for (const [count, refusedSaves] of [
    [4, 0],
    [5, 1],
  ] as const) {
    const imports = sent(limited, { count, ms: 900, name: "import" });
    expect((await sent(limited, { count: 1, ms: 10, name: "save" })).refused).toHaveLength(refusedSaves);
    expect((await imports).refused).toEqual([]);
  }
});

test("what has waited for two seconds is refused, and is not done later", async () => {
  const limited = timedLimiter(oneAtATime);
  await learn(limited, 10);
  const { order, refused } = await sent(limited, { count: 3, ms: 5_000 });
  expect(order).toEqual([0]);
  expect(refused.map(({ code }) => code)).toEqual(["busy", "busy"]);
  expect((await sent(limited, { count: 20, ms: 10 })).refused).toEqual([]);
});

test("the refused are asked to come back when those before them are done", async () => {
  const limited = timedLimiter(oneAtATime);
  await learn(limited, 450);
  const { refused } = await sent(limited, { count: 25, ms: 450 });
  const seconds = refused.map(({ details }) => Number(details.headers!["retry-after"]));
  // Five run or wait, which takes 2.25 s, and each of the others takes 0.45 s; one to four are chance.
  expect(seconds).toHaveLength(20);
  for (const [index, after] of seconds.entries()) {
    const dueSeconds = Math.floor(2.25 + 0.45 * (index + 1) - 0.05);
    expect(after).toBeGreaterThanOrEqual(dueSeconds + 1);
    expect(after).toBeLessThanOrEqual(dueSeconds + 5);
  }
});

test("work that fails makes room for what waits", async () => {
  const limited = timedLimiter(oneAtATime);
  const failing = limited("save", async () => Promise.reject(new Error("It failed.")));
  const next = limited("save", async () => "done");
  await expect(failing).rejects.toThrow("It failed.");
  expect(await next).toBe("done");
});
