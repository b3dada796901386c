import { performance } from "node:perf_hooks";

/** How often the service looks whether it has nothing to do. */
const intervalMs = 1_000;

/** A service that is busy for less than this share of the time has nothing to do. */
const idleShare = 0.02;

/** Giving back takes a tenth of a second, in which nobody is answered: it is done for no less than this. */
const worthBytes = 24_000_000;

/** What a process knows of itself. */
export interface OwnProcess {
  /** The share of the time since the last call in which the event loop did something, from 0 to 1. */
  readonly busyShare: () => number;
  readonly residentBytes: () => number;
  /** Collects all garbage, and gives the pages that are free then back to the system. */
  readonly collect: () => void;
}

/**
 * Gives back what a busy time has left, in the first second without work. V8 collects garbage by itself, but
 * keeps the pages for the next busy time: 50 MB after some thousand reads, and as much garbage.
 */
export const giveBackWhenIdle = ({ busyShare, residentBytes, collect }: OwnProcess): (() => void) => {
  let restingBytes = residentBytes();
  return () => {
    if (busyShare() > idleShare || residentBytes() < restingBytes + worthBytes) return;
    collect();
    restingBytes = residentBytes();
  };
};

/** Has this process give back, if V8 lets it collect garbage (`--expose-gc`). Gives what ends it. */
export const keepMemorySmall = (): (() => void) => {
  const { gc } = globalThis;
  if (!gc) return () => {};
  let last = performance.eventLoopUtilization();
  const look = giveBackWhenIdle({
    busyShare: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    residentBytes: process.memoryUsage.rss,
    // Only this flavor releases the pages that V8 keeps.
    collect: () => gc({ type: "major", execution: "sync", flavor: "last-resort" }),
  });
  const timer = setInterval(look, intervalMs);
  return () => clearInterval(timer);
};
