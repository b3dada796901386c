import { openImage } from "./load-sharp.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import type { ImageFile } from "./read-image.ts";

/** In pixels. */
export interface RenditionBounds {
  readonly width: number;
  readonly height: number;
}

export interface Rendition extends RenditionBounds {
  readonly bytes: Buffer;
}

/**
 * The image as a WebP within the bounds: upright, in its proportions, not enlarged, without metadata, only
 * the first frame of animations. Takes tenths of a second for a camera's image. Refuses `busy`.
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
