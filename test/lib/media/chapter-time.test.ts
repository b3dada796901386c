import fc from "fast-check";
import { expect, test } from "vitest";
import { chapterSeconds, chapterTime } from "#lib/media/chapters.ts";

test("every time to the millisecond comes back as it was", () => {
  fc.assert(
    fc.property(fc.nat(86_399_999), (ms) => {
      expect(chapterSeconds(chapterTime(ms / 1000))).toBe(ms / 1000);
    }),
  );
});

test.each([
  ["00:00:00", 0],
  ["01:02:03.5", 3723.5],
  ["1:02:03", 3723],
  ["62:03.4567", 3723.456],
  ["23:59:59.999", 86_399.999],
])("%s stands for %d seconds", (time, seconds) => {
  expect(chapterSeconds(time)).toBe(seconds);
});

test.each(["", "00:60:00", "24:00:00", "1440:00", "00:00:00.", "00", "-00:00:01"])(
  "%j is no time",
  (time) => {
    expect(chapterSeconds(time)).toBeUndefined();
  },
);
