import type { FocalPoint } from "./focal-point.ts";
import type { PictureSize } from "./renditions.ts";

interface Part extends PictureSize {
  readonly left: number;
  readonly top: number;
}

/** The size that sites which show links with a picture ask for. */
export const shareSize: PictureSize = { width: 1200, height: 630 };

/**
 * The part of an upright picture that is shown with links to its pages: usual landscapes are cut at two
 * sides, so that the focal point is as near to the middle as the edges let it be. Null for others, which are
 * shown whole.
 */
export const shareCut = (
  { width, height }: PictureSize,
  { x, y }: FocalPoint = { x: 0.5, y: 0.5 },
): Part | null => {
  const ratio = width / height;
  if (ratio < 4 / 3 || ratio > 3) return null;
  const wanted = shareSize.width / shareSize.height;
  const cut = {
    width: ratio > wanted ? Math.round(height * wanted) : width,
    height: ratio > wanted ? height : Math.round(width / wanted),
  };
  return {
    ...cut,
    left: beginningOf(cut.width, width, x),
    top: beginningOf(cut.height, height, y),
  };
};

/** Where a part of this length begins that has a point in its middle, or as near to it as there is room. */
const beginningOf = (length: number, whole: number, point: number): number =>
  Math.min(Math.max(Math.round(point * whole - length / 2), 0), whole - length);

/**
 * The name of the picture for links of a file with this name, without its extension. It says which part it
 * shows if that is not the middle, so that a picture of another part has another name.
 */
export const shareName = (stem: string, size: PictureSize, focalPoint: FocalPoint | null = null): string => {
  const cut = shareCut(size, focalPoint ?? undefined);
  const middle = shareCut(size);
  const isMiddle = cut?.left === middle?.left && cut?.top === middle?.top;
  return `${stem}-share${isMiddle ? "" : `-${cut?.left}-${cut?.top}`}.jpg`;
};
