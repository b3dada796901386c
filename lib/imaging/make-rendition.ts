import { openImage } from "./load-sharp.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import type { ImageFile } from "./read-image.ts";

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
 * The image as a WebP within the bounds: upright, in its own proportions, never enlarged, without metadata,
 * and of animations the first frame. Some tenths of a second for what a camera makes. Refused: `busy`.
 */
export const makeRendition = (
  { bytes }: Pick<ImageFile, "bytes">,
  bounds: RenditionBounds,
): Promise<Rendition> =>
  oneAtATime(async () => {
    const image = await openImage(bytes);
    const { data, info } = await image
      .autoOrient()
      .resize({ ...bounds, fit: "inside", withoutEnlargement: true })
      .webp()
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  });
