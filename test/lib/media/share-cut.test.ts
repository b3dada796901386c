import fc from "fast-check";
import { expect, test } from "vitest";
import { changesShareCut, shareCut } from "#lib/media/share-cut.ts";

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
  [undefined, { x: 0.5, y: 0.9 }, true],
  [{ x: 0.5, y: 0.9 }, null, true],
  [undefined, { x: 0.5, y: 0.5 }, false],
  [{ x: 0.1, y: 0.5 }, { x: 0.9, y: 0.5 }, false],
  [{ x: 0.5, y: 0.95 }, { x: 0.5, y: 1 }, false],
  [{ x: 0.5, y: 0.45 }, { x: 0.5, y: 0.5 }, true],
])("a focal point of %j instead of %j changes the picture for links of a photograph: %s", (...row) => {
  const [before, after, changes] = row;
  expect(changesShareCut({ width: 3000, height: 2000 }, before, after)).toBe(changes);
  expect(changesShareCut({ width: 2000, height: 3000 }, before, after)).toBe(false);
});
