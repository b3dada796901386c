import type { FocalPoint } from "#lib/media/focal-point.ts";
import type { PictureSize } from "#lib/media/renditions.ts";
import { shareCut, shareSize } from "#lib/media/share-cut.ts";
import { oneAtATime, openImage, openPixels } from "./load-sharp.ts";
import type { ImageFile } from "./read-image.ts";

export interface Rendition extends PictureSize {
  readonly bytes: Buffer;
}

export interface ShareOptions {
  /** Null or absent: the middle. */
  readonly focalPoint?: FocalPoint | null;
}

/** Half the time of the library's usual 4, for files that are a twentieth larger. */
const webpEffort = 2;

/**
 * The image as a WebP within the bounds: upright, in its proportions, not enlarged, without metadata, only
 * the first frame of animations. Takes tenths of a second for a camera's image. Refuses `busy`.
 */
export const makeRendition = ({ bytes }: Pick<ImageFile, "bytes">, bounds: PictureSize): Promise<Rendition> =>
  oneAtATime(async () => {
    const image = await openImage(bytes);
    const { data, info } = await image
      .autoOrient()
      .resize({ ...bounds, fit: "inside", withoutEnlargement: true })
      .webp({ effort: webpEffort })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  });

/** A rendition in one of the formats that pages offer. */
export interface WantedRendition {
  readonly width: number;
  readonly format: "webp" | "avif";
}

/** How each format is written. Small AVIFs take little time, and without it would be no smaller than WebP. */
const encodings = {
  webp: () => ({ effort: webpEffort }),
  avif: (width: number) => (width <= 800 ? { effort: 2, quality: 60 } : { effort: 0, quality: 52 }),
};

/**
 * The image in these widths and formats: upright, without metadata, one after the other. Decodes it once.
 * Takes a second for a camera's image in five widths. Refuses `busy`.
 */
export const makeRenditions = async (
  { bytes }: Pick<ImageFile, "bytes">,
  wanted: readonly WantedRendition[],
): Promise<readonly Rendition[]> => {
  if (wanted.length === 0) return [];
  return oneAtATime(async () => {
    const image = await openImage(bytes);
    const pixels = await image
      .autoOrient()
      .resize({ width: Math.max(...wanted.map(({ width }) => width)), withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const made: Rendition[] = [];
    for (const { width, format } of wanted) {
      const { data, info } = await (await openPixels(pixels))
        .resize({ width })
        .toFormat(format, encodings[format](width))
        .toBuffer({ resolveWithObject: true });
      made.push({ bytes: data, width: info.width, height: info.height });
    }
    return made;
  });
};

/**
 * The image as a JPEG of 1,200 × 630 pixels, for sites that read no WebP: usual landscapes cut around the
 * focal point, others whole on white. Time and refusals: as `makeRendition`.
 */
export const makeSharePicture = (
  { bytes, width, height }: Pick<ImageFile, "bytes" | "width" | "height">,
  { focalPoint }: ShareOptions = {},
): Promise<Rendition> =>
  oneAtATime(async () => {
    const cut = shareCut({ width, height }, focalPoint ?? undefined);
    const image = (await openImage(bytes)).autoOrient().flatten({ background: "#fff" });
    // Without a focal point the library itself finds the middle.
    const data = await (cut && focalPoint ? image.extract(cut) : image)
      .resize({ ...shareSize, fit: cut ? "cover" : "contain", background: "#fff" })
      .jpeg()
      .toBuffer();
    return { bytes: data, ...shareSize };
  });
