/** What stays in view where a picture is cut: fractions of its width and height when it is upright. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** The number as it is kept: finer than anybody sees, and the same in JSON, where there is no -0. */
export const thousandths = (fraction: number): number => Math.round(fraction * 1_000) / 1_000 + 0;
