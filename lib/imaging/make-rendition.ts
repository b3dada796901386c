import { loadSharp } from "./load-sharp.ts";
import type { ReadImage } from "./read-image.ts";

/** The bounds of a rendition, in pixels. */
export interface RenditionBounds {
  readonly width: number;
  readonly height: number;
}

/** A smaller copy of an image. */
export interface Rendition extends RenditionBounds {
  readonly bytes: Buffer;
}

/**
 * The image as a WebP within the bounds: upright, in its own proportions, never enlarged, without metadata, and of
 * animations the first frame. Some tenths of a second for what a camera makes.
 */
export const makeRendition = async (
  { bytes }: Pick<ReadImage, "bytes">,
  bounds: RenditionBounds,
): Promise<Rendition> => {
  const sharp = await loadSharp();
  const { data, info } = await sharp(bytes, { failOn: "error" })
    .autoOrient()
    .resize({ ...bounds, fit: "inside", withoutEnlargement: true })
    .webp()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
};
