import { beforeEach, describe, expect, test, vi } from "vitest";
import { log } from "#lib/log.ts";
import { revived } from "#local/engine/revived.ts";
import type { Engine } from "#local/engine.ts";
import { PlainError } from "#local/plain-error.ts";

/** An engine that ends when the test says so. */
const standInEngine = () => {
  const { promise: failed, resolve } = Promise.withResolvers<PlainError>();
  const stop = vi.fn(async () => {});
  const engine: Engine = { endpoint: "http://127.0.0.1:1", pid: 1, failed, stop };
  return {
    engine,
    stop,
    end: () => resolve(new PlainError("The database engine has ended (SIGKILL); start again.")),
  };
};

beforeEach(() => {
  vi.spyOn(log, "write").mockImplementation(() => {});
});

describe("an engine that ends by itself", () => {
  test("is started again, and the one that runs is stopped in the end", async () => {
    const [first, second] = [standInEngine(), standInEngine()];
    const restart = vi.fn(async () => second.engine);
    const engine = revived(first.engine, restart);
    first.end();
    await expect.poll(() => restart.mock.calls.length).toBe(1);
    await engine.stop();
    expect([first.stop.mock.calls.length, second.stop.mock.calls.length]).toEqual([0, 1]);
  });

  test("is given up when it does so six times in a minute", async () => {
    const engines = Array.from({ length: 6 }, standInEngine);
    let started = 0;
    const engine = revived(engines[0]!.engine, async () => engines[++started]!.engine);
    for (const { end } of engines) end();
    expect((await engine.failed).message).toBe("The database engine has ended (SIGKILL); start again.");
    expect(started).toBe(5);
  });

  test("is given up when it cannot be started", async () => {
    const { engine: first, end } = standInEngine();
    const engine = revived(first, () => Promise.reject(new PlainError("There is no room left.")));
    end();
    expect((await engine.failed).message).toBe("There is no room left.");
    await engine.stop();
  });
});
