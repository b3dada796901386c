// Proves contract rules: image-widths.

import fc from "fast-check";
import { expect, test } from "vitest";
import { renditionWidths } from "#lib/media/renditions.ts";

test.each([
  ["a camera's picture", { width: 4000, height: 3000 }, [400, 800, 1200, 1600, 2400]],
  ["one of the largest width", { width: 2400, height: 1600 }, [400, 800, 1200, 1600, 2400]],
  ["one between two widths, in its own width, too", { width: 1400, height: 1400 }, [400, 800, 1400]],
  ["a small one", { width: 513, height: 300 }, [400, 513]],
  ["one that is as small as the rendition for lists", { width: 512, height: 900 }, []],
  ["one that is higher than any format may be", { width: 540, height: 17_000 }, [400]],
  ["one that is too high in any width", { width: 600, height: 30_000 }, []],
  ["a long screenshot, in the widths that take little memory", { width: 1200, height: 16_000 }, [400, 800]],
])("%s is stored in these widths", (_, size, widths) => {
  expect(renditionWidths(size)).toEqual(widths);
});

test("widths rise by a fifth at least, never enlarge, and never have more than 10,000,000 pixels", () => {
  const size = fc.record({
    width: fc.integer({ min: 1, max: 20_000 }),
    height: fc.integer({ min: 1, max: 20_000 }),
  });
  fc.assert(
    fc.property(size, ({ width, height }) => {
      const widths = renditionWidths({ width, height });
      for (const [index, each] of widths.entries()) {
        expect(each).toBeLessThanOrEqual(Math.min(width, 2400));
        expect((each * each * height) / width).toBeLessThanOrEqual(10_000_000);
        expect((each * height) / width).toBeLessThanOrEqual(16_383);
        if (index > 0) expect(each / widths[index - 1]!).toBeGreaterThanOrEqual(1.2);
      }
    }),
  );
});
