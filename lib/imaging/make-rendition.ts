import { oneAtATime, openImage } from "./load-sharp.ts";
import type { ImageFile } from "./read-image.ts";

/** In pixels. */
export interface RenditionBounds {
  readonly width: number;
  readonly height: number;
}

export interface Rendition extends RenditionBounds {
  readonly bytes: Buffer;
}

/** Half the time of the library's usual 4, for files that are a twentieth larger. */
const webpEffort = 2;

/** The size that sites which show links with a picture ask for, in pixels. */
const shareSize: RenditionBounds = { width: 1200, height: 630 };

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
      .webp({ effort: webpEffort })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  });

/**
 * The image as a JPEG of 1,200 × 630 pixels, for sites that read no WebP: usual landscapes cut at two sides,
 * others whole on white. Time and refusals: as `makeRendition`.
 */
export const makeSharePicture = ({
  bytes,
  width,
  height,
}: Pick<ImageFile, "bytes" | "width" | "height">): Promise<Rendition> =>
  oneAtATime(async () => {
    const image = await openImage(bytes);
    const ratio = width / height;
    const data = await image
      .autoOrient()
      .flatten({ background: "#fff" })
      .resize({ ...shareSize, fit: ratio >= 4 / 3 && ratio <= 3 ? "cover" : "contain", background: "#fff" })
      .jpeg()
      .toBuffer();
    return { bytes: data, ...shareSize };
  });
