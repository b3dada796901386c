import { afterEach, expect, test, vi } from "vitest";
import { clock, isStillAhead } from "#lib/clock.ts";

const now = vi.spyOn(clock, "nowMs");

afterEach(() => {
  now.mockReset();
});

test.each([
  ["an instant to come", 1_000_000, true],
  ["the last that may be set, by a clock that is a minute ahead", 1_000_000 + 600_000 - 1_000 + 60_000, true],
  ["one that has passed", 999_000, false],
  ["now", 999_001, false],
  ["one that only a wrong clock has set", 1_000_000 + 365 * 24 * 3_600_000, false],
])("%s", (_, instantMs, isAhead) => {
  now.mockReturnValue(999_001);
  expect(isStillAhead(instantMs, 600_000)).toBe(isAhead);
});
