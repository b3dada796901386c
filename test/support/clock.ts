import { afterEach, beforeEach, vi } from "vitest";
import { clock } from "#lib/clock.ts";

/** Stops the clock in a test file; gives the function that advances it by seconds. */
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
