import { type FocalPoint, thousandths } from "#lib/media/focal-point.ts";

export const middle: FocalPoint = { x: 0.5, y: 0.5 };

/** Within the picture, to the thousandth, as the service keeps it. */
const fraction = (value: number): number =>
  // A picture that does not load has no size.
  Number.isFinite(value) ? thousandths(Math.min(1, Math.max(0, value))) : 0.5;

const directions: Readonly<Record<string, FocalPoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Where an arrow key moves the point: by a hundredth, with Shift by a tenth. Undefined for other keys. */
export const movedBy = ({ x, y }: FocalPoint, key: string, isFar: boolean): FocalPoint | undefined => {
  const direction = directions[key];
  const step = isFar ? 0.1 : 0.01;
  return direction && { x: fraction(x + direction.x * step), y: fraction(y + direction.y * step) };
};

/** Where a pointer is on a picture; at its edge, where it is outside. */
export const pointUnder = (
  { clientX, clientY }: Pick<PointerEvent, "clientX" | "clientY">,
  { left, top, width, height }: Pick<DOMRect, "left" | "top" | "width" | "height">,
): FocalPoint => ({ x: fraction((clientX - left) / width), y: fraction((clientY - top) / height) });

/** The place as style sheets and people have it. */
export const percent = (value: number): string => `${Math.round(value * 1_000) / 10}%`;
