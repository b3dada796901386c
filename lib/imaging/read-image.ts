import type { Metadata } from "sharp";
import {
  type FileProblem,
  foreignImageMessage,
  type ImageFormat,
  imageFormatIn,
  imageNameProblem,
  imageSizeProblem,
  maxDecodedBytes,
  maxImageFrames,
  maxImagePixels,
  maxInflatedBytes,
} from "#lib/media/file-rules.ts";
import { boxNamed, countFrames } from "./count-frames.ts";
import { oneAtATime, openImage, readHeader } from "./load-sharp.ts";
import { textProblemOf } from "./png-chunks.ts";
import { withoutLocation } from "./without-location.ts";

/** The size of all frames together. */
export interface DecodedSize {
  readonly pixels: number;
  readonly frames: number;
  readonly bytes: number;
}

/** Reads the size from the header, and decodes nothing. */
const decodedSizeOf = (bytes: Buffer, format: ImageFormat, metadata: Metadata): DecodedSize => {
  const { width, height, pageHeight, pages = 1, channels } = metadata;
  const stated = width * (pageHeight ?? height) * pages;
  const pixels = format === "avif" ? Math.max(stated, largestPictureIn(bytes)) : stated;
  return { pixels, frames: pages, bytes: pixels * channels * bytesPerSample(format, metadata) };
};

/** Bytes a decoder keeps per sample: two for progressive JPEGs; AVIFs need several copies. */
const bytesPerSample = (format: ImageFormat, { depth, isProgressive }: Metadata): number => {
  if (format === "avif") return 4;
  return depth === "ushort" || (format === "jpeg" && isProgressive) ? 2 : 1;
};

/** An AVIF has more pictures, such as its transparency, which may be larger than the one in the header. */
const largestPictureIn = (avif: Buffer): number => {
  const descriptions = boxNamed(avif, "meta");
  let largest = 0;
  // Sizes are in `ispe` boxes: a version, then width and height (ISO 23008-12).
  let at = descriptions.indexOf("ispe");
  while (at >= 0 && at + 16 <= descriptions.length) {
    largest = Math.max(largest, descriptions.readUInt32BE(at + 8) * descriptions.readUInt32BE(at + 12));
    at = descriptions.indexOf("ispe", at + 4);
  }
  return largest;
};

export interface ImageFile {
  readonly name: string;
  /** The content, without the location where the image was taken. */
  readonly bytes: Buffer;
  readonly format: ImageFormat;
  /** In pixels, of the upright image. */
  readonly width: number;
  readonly height: number;
  /** True if it has several frames. */
  readonly isAnimated: boolean;
  /** The checksum of the file as it was sent, if that is known. */
  readonly partsSha256?: string;
}

/**
 * Reads an image, or gives its problem, checked in the order of contract#image-checks. Decodes nothing before
 * its size is known, and does not open a file that is too large, or whose inflated texts are. Takes tenths of
 * a second for a camera's image. Throws `busy`.
 */
export const readImage = async (
  { name, bytes }: Pick<ImageFile, "name" | "bytes">,
  nameProblem: (name: string, format: ImageFormat) => FileProblem | undefined = imageNameProblem,
): Promise<{ readonly image: ImageFile } | { readonly problem: FileProblem }> => {
  if (bytes.length === 0) return { problem: { code: "empty", message: "The file is empty." } };
  const format = imageFormatIn(bytes);
  if (!format) return { problem: unknownFormat(bytes) };
  const unopened = imageSizeProblem(bytes.length) ?? textProblem(bytes, format);
  if (unopened) return { problem: unopened };
  const counted = countFrames(bytes, format);
  if (counted > maxImageFrames) return { problem: nameProblem(name, format) ?? tooManyFrames };
  return oneAtATime(async () => {
    const metadata = await metadataOf(bytes);
    if (!metadata) return { problem: unknownFormat(bytes) };
    const tooMany = pixelProblem(decodedSizeOf(bytes, format, metadata));
    if (!tooMany && !(await isDecodable(bytes, format))) return { problem: notAnImage };
    const problem = nameProblem(name, format) ?? tooMany;
    if (problem) return { problem };
    const stored = withoutLocation(bytes);
    if (stored !== bytes && !(await isWellStripped(stored, format))) return { problem: locationStays };
    const isAnimated = Math.max(counted, metadata.pages ?? 1) > 1 && format !== "jpeg";
    return { image: { name, bytes: stored, format, isAnimated, ...metadata.autoOrient } };
  });
};

const notAnImage: FileProblem = {
  code: "invalid_image",
  message: "The file is not an image, or it is damaged.",
};

const unknownFormat = (bytes: Buffer): FileProblem => {
  const message = foreignImageMessage(bytes) ?? stillMessage(bytes);
  return message === undefined ? notAnImage : { ...notAnImage, message };
};

/** What to say of a sequence of AVIF that does not begin with a still one, which alone can be read. */
const stillMessage = (bytes: Buffer): string | undefined =>
  bytes.toString("latin1", 4, 12) === "ftypavis" && boxNamed(bytes, "meta").length === 0
    ? "The AVIF is a film without a still picture, which the service does not take; convert it to WebP or GIF."
    : undefined;

const tooMuchText: FileProblem = {
  code: "file_too_large",
  message: `The image has more than ${maxInflatedBytes} bytes of texts and profiles when they are inflated, or too many of them.`,
};

const tooManyFrames: FileProblem = {
  code: "file_too_many_pixels",
  message: `The image has more than ${maxImageFrames} frames.`,
};

const locationStays: FileProblem = {
  code: "gps_metadata",
  message: "The image says where it was taken, and that cannot be removed from it.",
};

const textProblem = (bytes: Buffer, format: ImageFormat): FileProblem | undefined => {
  const problem = format === "png" ? textProblemOf(bytes) : undefined;
  return problem && (problem === "too large" ? tooMuchText : notAnImage);
};

const pixelProblem = ({ pixels, frames, bytes }: DecodedSize): FileProblem | undefined => {
  if (frames > maxImageFrames) return tooManyFrames;
  const code = "file_too_many_pixels";
  if (pixels > maxImagePixels) return { code, message: `The image has more than ${maxImagePixels} pixels.` };
  if (bytes <= maxDecodedBytes) return undefined;
  return { code, message: `The image takes more than ${maxDecodedBytes} bytes to decode; use fewer pixels.` };
};

const metadataOf = async (bytes: Buffer): Promise<Metadata | undefined> => {
  const metadata = await readHeader(bytes);
  // Other pictures in AVIF's container cannot be decoded here.
  const isForeign = metadata?.format === "heif" && metadata.compression !== "av1";
  return isForeign ? undefined : metadata;
};

/** Decodes all frames, reduced to a few pixels. */
const isDecodable = async (bytes: Buffer, format: ImageFormat): Promise<boolean> => {
  const image = await openImage(bytes, format === "gif" || format === "webp" ? "all" : "first");
  return image
    .resize(8, 8, { fit: "inside" })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
};

/** True if the image is intact and its metadata has no location. In GIFs a location cannot be erased. */
const isWellStripped = async (stored: Buffer, format: ImageFormat): Promise<boolean> => {
  const metadata = await metadataOf(stored);
  if (!metadata || format === "gif") return false;
  const known = [metadata.exif, metadata.xmp, metadata.iptc].filter((part) => part !== undefined);
  return known.every((part) => withoutLocation(part) === part) && isDecodable(stored, format);
};
