import { afterEach, beforeEach, vi } from "vitest";
import { clock } from "#lib/clock.ts";

/** Stops the clock for the tests of a file, and gives the function that lets so many seconds pass. */
export const useClock = (): ((seconds: number) => void) => {
  let nowMs = Date.now();
  beforeEach(() => {
    vi.spyOn(clock, "nowMs").mockImplementation(() => nowMs);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return (seconds) => {
    nowMs += seconds * 1000;
  };
};
