import { performance } from "node:perf_hooks";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { giveBackWhenIdle, keepMemorySmall } from "#local/spare-memory.ts";

const megabytes = 1_000_000;

/** An idle process that has 100 MB after each collection, and had one after its start. */
const restingProcess = () => {
  const state = { busyShare: 0, residentMb: 150 };
  const collect = vi.fn(() => {
    state.residentMb = 100;
  });
  const look = giveBackWhenIdle({
    busyShare: () => state.busyShare,
    residentBytes: () => state.residentMb * megabytes,
    collect,
  });
  look();
  expect(collect).toHaveBeenCalledOnce();
  collect.mockClear();
  return { state, collect, look };
};

test("what a busy time has left is given back in the first idle second", () => {
  const { state, collect, look } = restingProcess();
  Object.assign(state, { busyShare: 0.005, residentMb: 200 });
  look();
  expect(collect).not.toHaveBeenCalled();
  state.busyShare = 0;
  look();
  expect(collect).toHaveBeenCalledOnce();
});

test("nothing is collected for a few megabytes", () => {
  const { state, collect, look } = restingProcess();
  state.residentMb = 111;
  look();
  expect(collect).not.toHaveBeenCalled();
});

test("what is still needed after a collection is not collected again", () => {
  const { state, collect, look } = restingProcess();
  collect.mockImplementation(() => {
    state.residentMb = 170;
  });
  state.residentMb = 200;
  look();
  look();
  state.residentMb = 181;
  look();
  expect(collect).toHaveBeenCalledOnce();
  state.residentMb = 183;
  look();
  expect(collect).toHaveBeenCalledTimes(2);
});

test("memory that becomes free after a collection does not count as needed", () => {
  const { state, collect, look } = restingProcess();
  Object.assign(state, { busyShare: 0.005, residentMb: 80 });
  look();
  Object.assign(state, { busyShare: 0, residentMb: 93 });
  look();
  expect(collect).toHaveBeenCalledOnce();
});

describe("a process", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    vi.spyOn(performance, "eventLoopUtilization").mockReturnValue({ idle: 1, active: 0, utilization: 0 });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  test("that may collect garbage has V8 release its pages, until that is ended", () => {
    const gc = vi.fn();
    vi.stubGlobal("gc", gc);
    const end = keepMemorySmall();
    vi.advanceTimersByTime(1_000);
    expect(gc.mock.calls).toEqual([[{ type: "major", execution: "sync", flavor: "last-resort" }]]);
    end();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("that may not collect garbage keeps no timer", () => {
    vi.stubGlobal("gc", undefined);
    keepMemorySmall();
    expect(vi.getTimerCount()).toBe(0);
  });
});
