/** A point of a picture, in fractions of its width from the left and of its height from the top. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export const middle: Point = { x: 0.5, y: 0.5 };

/** Within the picture, to the thousandth, as the service keeps it. */
const fraction = (value: number): number =>
  // A picture that does not load has no size.
  Number.isFinite(value) ? Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000 : 0.5;

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Where an arrow key moves the point: by a hundredth, with Shift by a tenth. Undefined for other keys. */
export const movedBy = ({ x, y }: Point, key: string, isFar: boolean): Point | undefined => {
  const direction = directions[key];
  const step = isFar ? 0.1 : 0.01;
  return direction && { x: fraction(x + direction.x * step), y: fraction(y + direction.y * step) };
};

/** Where a pointer is on a picture; at its edge, where it is outside. */
export const pointUnder = (
  { clientX, clientY }: Pick<PointerEvent, "clientX" | "clientY">,
  { left, top, width, height }: Pick<DOMRect, "left" | "top" | "width" | "height">,
): Point => ({ x: fraction((clientX - left) / width), y: fraction((clientY - top) / height) });

/** The place as style sheets and people have it. */
export const percent = (value: number): string => `${Math.round(value * 1_000) / 10}%`;
