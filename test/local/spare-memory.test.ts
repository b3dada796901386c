import { expect, test, vi } from "vitest";
import { giveBackWhenIdle } from "#local/spare-memory.ts";

const megabytes = 1_000_000;

/** A process of 100 MB that is idle, and has 100 MB again after each collection. */
const processOf = ({ busyShare = 0, residentMb = 100 } = {}) => {
  const state = { busyShare, residentMb };
  const collect = vi.fn(() => {
    state.residentMb = 100;
  });
  const look = giveBackWhenIdle({
    busyShare: () => state.busyShare,
    residentBytes: () => state.residentMb * megabytes,
    collect,
  });
  return { state, collect, look };
};

test("what a busy time has left is given back in the first idle second", () => {
  const { state, collect, look } = processOf();
  Object.assign(state, { busyShare: 0.5, residentMb: 200 });
  look();
  expect(collect).not.toHaveBeenCalled();
  state.busyShare = 0;
  look();
  expect(collect).toHaveBeenCalledOnce();
});

test("nothing is collected for a few megabytes", () => {
  const { state, collect, look } = processOf();
  state.residentMb = 120;
  look();
  expect(collect).not.toHaveBeenCalled();
});

test("what is still needed after a collection is not collected again", () => {
  const { state, collect, look } = processOf();
  collect.mockImplementation(() => {
    state.residentMb = 170;
  });
  state.residentMb = 200;
  look();
  look();
  state.residentMb = 190;
  look();
  expect(collect).toHaveBeenCalledOnce();
  state.residentMb = 195;
  look();
  expect(collect).toHaveBeenCalledTimes(2);
});

test("a start does not count as a busy time", () => {
  const { collect, look } = processOf({ residentMb: 300 });
  look();
  expect(collect).not.toHaveBeenCalled();
});
