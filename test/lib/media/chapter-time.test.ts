import fc from "fast-check";
import { expect, test } from "vitest";
import { chapterSeconds, chapterTime, secondsOrTime } from "#lib/media/chapters.ts";

test("every time to the millisecond comes back as it was", () => {
  fc.assert(
    fc.property(fc.nat(86_399_999), (ms) => {
      expect(chapterSeconds(chapterTime(ms / 1000))).toBe(ms / 1000);
    }),
  );
});

test("seconds to the millisecond are the same as a number and as a time", () => {
  fc.assert(
    fc.property(fc.nat(86_399_999), (ms) => {
      expect(secondsOrTime(String(ms / 1000))).toBe(ms / 1000);
      expect(secondsOrTime(chapterTime(ms / 1000))).toBe(ms / 1000);
    }),
  );
});

test.each([
  ["1.001", 1.001],
  ["1.0019", 1.001],
  ["86399.9999", 86_399.999],
  ["86400", undefined],
  ["1e3", undefined],
  ["-1", undefined],
  [".5", undefined],
])("%s is %s seconds", (text, seconds) => {
  expect(secondsOrTime(text)).toBe(seconds);
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
