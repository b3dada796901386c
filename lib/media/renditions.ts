import type { Image, PictureFile } from "./media.ts";

/** The widths that pictures have renditions of, in pixels: what phones, columns and large windows show. */
const widths = [400, 800, 1200, 1600, 2400];

/** Of two widths that are closer than this, a picture has the larger one only. */
const leastStep = 1.2;

/** Pictures that are not wider than the rendition for lists have no others. */
const narrowest = 512;

/** Larger pictures would take too much memory to encode. */
const maxRenditionPixels = 10_000_000;

/** The largest height of a WebP in pixels, and of an AVIF as the library writes it. */
export const maxRenditionHeight = 16_383;

/** A picture's size in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The widths that a picture is stored in, rising; the last is its own if that is no larger than 2,400. */
export const renditionWidths = ({ width, height }: PictureSize): readonly number[] => {
  if (width <= narrowest) return [];
  const isSmallEnough = (each: number): boolean => {
    const high = Math.ceil((each * height) / width);
    return each * high <= maxRenditionPixels && high <= maxRenditionHeight;
  };
  const own = Math.min(width, Math.max(...widths));
  return [...widths.filter((each) => each * leastStep <= own), own].filter(isSmallEnough);
};

/**
 * What every browser shows of an image, from narrow to wide: WebP, and an animation's own file, in which it
 * moves.
 */
export const renditionsOf = ({ cover, display, renditions = [] }: Image): readonly PictureFile[] =>
  [cover, display, ...renditions.filter((file) => !isAvif(file))].sort(byWidth);

/** The same pictures in smaller files, for browsers that read them; none if they would not be smaller. */
export const avifRenditionsOf = ({ renditions = [] }: Image): readonly PictureFile[] =>
  renditions.filter(isAvif);

/** Both as answers show them; without `avif` where there are none, as of images of earlier versions. */
export const renditionViews = <View>(
  image: Image,
  show: (file: PictureFile) => View,
): { readonly renditions: View[]; readonly avif?: View[] } => {
  const avif = avifRenditionsOf(image).map(show);
  return { renditions: renditionsOf(image).map(show), ...(avif.length > 0 && { avif }) };
};

const isAvif = ({ contentType }: PictureFile): boolean => contentType === "image/avif";

const byWidth = (one: PictureFile, other: PictureFile): number => one.width - other.width;
