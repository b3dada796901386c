import fc from "fast-check";
import { expect, test } from "vitest";
import { shareCut, shareName } from "#lib/media/share-cut.ts";

test.each([
  [
    "in the middle",
    { width: 3000, height: 2000 },
    undefined,
    { left: 0, top: 213, width: 3000, height: 1575 },
  ],
  [
    "at the top",
    { width: 3000, height: 2000 },
    { x: 0, y: 0.2 },
    { left: 0, top: 0, width: 3000, height: 1575 },
  ],
  [
    "at the end",
    { width: 2000, height: 1000 },
    { x: 1, y: 1 },
    { left: 95, top: 0, width: 1905, height: 1000 },
  ],
  ["of a square", { width: 500, height: 500 }, { x: 1, y: 1 }, null],
  ["of a banner", { width: 3100, height: 1000 }, { x: 1, y: 1 }, null],
] as const)("the cut around a point %s", (_, size, point, cut) => {
  expect(shareCut(size, point)).toEqual(cut);
});

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const landscape = fc
  .record({
    height: fc.integer({ min: 1, max: 9_000 }),
    ratio: fc.double({ min: 4 / 3, max: 3, noNaN: true }),
  })
  .map(({ height, ratio }) => ({ width: Math.round(height * ratio), height }));

test("a cut is within the picture and has the point in it", () => {
  fc.assert(
    fc.property(landscape, fraction, fraction, (size, x, y) => {
      const cut = shareCut(size, { x, y });
      if (!cut) return;
      expect(Math.min(cut.left, cut.top, cut.width - 1, cut.height - 1)).toBeGreaterThanOrEqual(0);
      expect(cut.left + cut.width).toBeLessThanOrEqual(size.width);
      expect(cut.top + cut.height).toBeLessThanOrEqual(size.height);
      expect(Math.abs(x * size.width - (cut.left + cut.width / 2))).toBeLessThanOrEqual(cut.width / 2 + 0.5);
      expect(Math.abs(y * size.height - (cut.top + cut.height / 2))).toBeLessThanOrEqual(
        cut.height / 2 + 0.5,
      );
    }),
  );
});

test.each([
  [undefined, "heron-share.jpg"],
  [null, "heron-share.jpg"],
  [{ x: 0.1, y: 0.5 }, "heron-share.jpg"],
  [{ x: 0.5, y: 0.9 }, "heron-share-0-425.jpg"],
  [{ x: 0.5, y: 1 }, "heron-share-0-425.jpg"],
] as const)("the picture for links with the focal point %j has the name %s", (point, name) => {
  expect(shareName("heron", { width: 3000, height: 2000 }, point)).toBe(name);
});

test("the picture for links of what is shown whole has one name", () => {
  expect(shareName("reeds", { width: 500, height: 500 }, { x: 0, y: 1 })).toBe("reeds-share.jpg");
});
