import { expect, test } from "vitest";
import { movedBy, percent, pointUnder } from "../../../browser/admin/media/points.ts";

test.each([
  ["ArrowRight", false, { x: 0.133, y: 0.95 }],
  ["ArrowLeft", false, { x: 0.113, y: 0.95 }],
  ["ArrowUp", true, { x: 0.123, y: 0.85 }],
  ["ArrowDown", true, { x: 0.123, y: 1 }],
  ["Enter", false, undefined],
] as const)("%s (with Shift: %s) moves a point to %j, and not over the edge", (key, isFar, moved) => {
  expect(movedBy({ x: 0.123, y: 0.95 }, key, isFar)).toEqual(moved);
});

test("a pointer is somewhere on a picture, and beside it at its edge", () => {
  const picture = { left: 100, top: 50, width: 300, height: 200 };
  const under = (clientX: number, clientY: number) => pointUnder({ clientX, clientY }, picture);
  expect(under(200, 100)).toEqual({ x: 0.333, y: 0.25 });
  expect(under(90, 300)).toEqual({ x: 0, y: 1 });
});

test("places are said in percent with one digit behind the point, where there is one", () => {
  expect([0, 0.123, 0.25, 1].map(percent)).toEqual(["0%", "12.3%", "25%", "100%"]);
});
