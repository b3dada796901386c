import { performance } from "node:perf_hooks";
import { guarded } from "#lib/guarded.ts";

/** The interval at which the service checks that it has nothing to do. */
const intervalMs = 1_000;

/**
 * A service that is busy for less than this share of the time has nothing to do: two or three requests in a
 * second. It looks after its files for one or two thousandths. With two hundredths, at five requests a
 * second, one in a hundred waited for a collection.
 */
const idleShare = 0.004;

/** A collection takes 50 ms of CPU, in which nobody is answered. It is done for no less than this. */
const worthBytes = 12_000_000;

/** This process, as it can be measured. */
export interface OwnProcess {
  /** The share of the time since the last call in which the event loop did something, from 0 to 1. */
  readonly busyShare: () => number;
  readonly residentBytes: () => number;
  /** Collects all garbage, and gives the pages that are free then back to the system. */
  readonly collect: () => void;
}

/**
 * Gives back what a start or a busy time has left, in the first second without work. V8 collects garbage by
 * itself, but keeps the pages for the next busy time: 50 MB after some thousand reads, and as much garbage.
 */
export const giveBackWhenIdle = ({ busyShare, residentBytes, collect }: OwnProcess): (() => void) => {
  let restingBytes = 0;
  return () => {
    const isBusy = busyShare() > idleShare;
    const bytes = residentBytes();
    // Other threads release memory after the collection, too.
    restingBytes = Math.min(restingBytes, bytes);
    if (isBusy || bytes < restingBytes + worthBytes) return;
    collect();
    restingBytes = residentBytes();
  };
};

/** Makes an idle process give memory back, if it was started with `--expose-gc`. Gives what ends that. */
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
    residentBytes: () => process.memoryUsage.rss(),
    // Only this flavor releases the pages that V8 keeps.
    collect: () => gc({ type: "major", execution: "sync", flavor: "last-resort" }),
  });
  const timer = setInterval(guarded(look), intervalMs);
  return () => clearInterval(timer);
};
