import type { Metadata } from "sharp";
import type { FileProblem } from "#lib/media/file-problem.ts";
import {
  type ImageFormat,
  imageFormatIn,
  imageNameProblem,
  imageSizeProblem,
  maxImagePixels,
} from "#lib/media/image-rules.ts";
import { loadSharp } from "./load-sharp.ts";
import { withoutLocation } from "./without-location.ts";

/** An image that may be stored, with what it is stored as. */
export interface ReadImage {
  /** As they came, but for what says where the image was taken. */
  readonly bytes: Buffer;
  readonly format: ImageFormat;
  /** In pixels, of the image turned upright. */
  readonly width: number;
  readonly height: number;
}

/** A file that may be an image. */
export interface ImageFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * Reads an image, all of it, or says why it is none that is taken: `empty`, `invalid_image`, `file_too_large`, what is wrong
 * with its name (of posters less than of images, by `nameProblem`), `file_too_many_pixels` or `gps_metadata`, looked for in this order
 * (decisions §12 "image `file`"). Nothing is decoded before its size is known; a file that is too large is not opened at
 * all. SVG is not an image. Some tenths of a second for what a camera makes.
 */
export const readImage = async (
  { name, bytes }: ImageFile,
  nameProblem: (name: string, format: ImageFormat) => FileProblem | undefined = imageNameProblem,
): Promise<{ readonly image: ReadImage } | { readonly problem: FileProblem }> => {
  if (bytes.length === 0) return { problem: { code: "empty", message: "The file is empty." } };
  const format = imageFormatIn(bytes);
  if (!format) return { problem: notAnImage };
  const sizeProblem = imageSizeProblem(bytes.length);
  if (sizeProblem) return { problem: sizeProblem };
  const metadata = await metadataOf(bytes);
  const isSmallEnough = metadata !== undefined && pixelsOf(metadata) <= maxImagePixels;
  if (!metadata || (isSmallEnough && !(await isDecodable(bytes, format)))) return { problem: notAnImage };
  const problem = nameProblem(name, format) ?? (isSmallEnough ? undefined : tooManyPixels);
  if (problem) return { problem };
  const stored = withoutLocation(bytes);
  if (stored !== bytes && !(await isWellStripped(stored, format))) return { problem: locationStays };
  return { image: { bytes: stored, format, ...metadata.autoOrient } };
};

const notAnImage: FileProblem = {
  code: "invalid_image",
  message: "The file is not an image, or it is damaged.",
};

const tooManyPixels: FileProblem = {
  code: "file_too_many_pixels",
  message: `The image has more than ${maxImagePixels} pixels.`,
};

const locationStays: FileProblem = {
  code: "gps_metadata",
  message: "The image says where it was taken, and that cannot be removed from it.",
};

/** What the image's header says; undefined for content that no image library understands. */
const metadataOf = async (bytes: Buffer): Promise<Metadata | undefined> => {
  const sharp = await loadSharp();
  const metadata = await sharp(bytes, { failOn: "error", limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  // The container of AVIF holds other pictures as well, which cannot be decoded here.
  const isForeign = metadata?.format === "heif" && metadata.compression !== "av1";
  return isForeign ? undefined : metadata;
};

const pixelsOf = ({ width, height, pageHeight, pages = 1 }: Metadata): number =>
  width * (pageHeight ?? height) * pages;

/** Decodes every frame, to no more than a few pixels. */
const isDecodable = async (bytes: Buffer, format: ImageFormat): Promise<boolean> => {
  const sharp = await loadSharp();
  const pages = format === "gif" || format === "webp" ? -1 : 1;
  return sharp(bytes, { pages, failOn: "error", limitInputPixels: maxImagePixels })
    .resize(8, 8, { fit: "inside" })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
};

/** True when the image is still whole and no metadata in it names a place. GIF has no room for a place that could be taken away. */
const isWellStripped = async (stored: Buffer, format: ImageFormat): Promise<boolean> => {
  const metadata = await metadataOf(stored);
  if (!metadata || format === "gif") return false;
  const known = [metadata.exif, metadata.xmp].filter((part) => part !== undefined);
  return known.every((part) => withoutLocation(part) === part) && isDecodable(stored, format);
};
