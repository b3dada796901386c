import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type EndingProcess, untilEnded } from "#local/until-ended.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

type Signal = Parameters<EndingProcess["kill"]>[1];

/** A process whose parent is 7, what it has sent to itself, and whether its end has begun. */
const ownProcess = (byNpm: boolean) => {
  const listeners = new Map<Signal, (signal: Signal) => void>();
  const own = {
    ppid: 7,
    pid: 9,
    on: (signal: Signal, listener: (signal: Signal) => void) => listeners.set(signal, listener),
    off: (signal: Signal) => listeners.delete(signal),
    kill: vi.fn(),
  };
  const ended = vi.fn();
  untilEnded(byNpm, own).then(ended);
  const send = async (signal: Signal) => {
    listeners.get(signal)?.(signal);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { own, ended, send, heard: () => listeners.size };
};

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s ends a program, and a second one at once",
  async (signal) => {
    const { own, ended, send, heard } = ownProcess(false);
    expect(ended).not.toHaveBeenCalled();
    await send(signal);
    expect(ended).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(own.kill).not.toHaveBeenCalled();
    await send("SIGTERM");
    expect(own.kill.mock.calls).toEqual([[9, "SIGTERM"]]);
    // Without listeners, the signal does what it does to every process.
    expect(heard()).toBe(0);
  },
);

test("a signal that comes from the terminal and from npm is one signal", async () => {
  const { own, send } = ownProcess(true);
  await send("SIGINT");
  await vi.advanceTimersByTimeAsync(999);
  await send("SIGINT");
  expect(own.kill).not.toHaveBeenCalled();
});

test("a program that npm has started ends after it, any other one goes on", async () => {
  const [byNpm, alone] = [ownProcess(true), ownProcess(false)];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(byNpm.ended).not.toHaveBeenCalled();
  byNpm.own.ppid = 1;
  alone.own.ppid = 1;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(byNpm.ended).toHaveBeenCalledOnce();
  expect(alone.ended).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
