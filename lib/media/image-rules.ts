import { fileExtension } from "./file-extension.ts";
import type { FileProblem } from "./file-problem.ts";

/** The largest image file, in bytes (contract#image-checks). */
export const maxImageBytes = 10_485_760;

/** All frames together (contract#image-checks). */
export const maxImagePixels = 128_000_000;

/** The limit of decoded pixels: four channels of one byte each. */
export const maxDecodedBytes = 4 * maxImagePixels;

/** Each frame of an animation costs time, however small it is. */
export const maxImageFrames = 2_000;

/** The limit of all texts and profiles of an image, inflated. */
export const maxInflatedBytes = 1_000_000;

export const imageSizeProblem = (sizeBytes: number): FileProblem | undefined =>
  sizeBytes > maxImageBytes
    ? { code: "file_too_large", message: `The image has more than ${maxImageBytes} bytes.` }
    : undefined;

export type ImageFormat = "avif" | "gif" | "jpeg" | "png" | "webp";

const formatsByExtension: Readonly<Record<string, ImageFormat>> = {
  avif: "avif",
  gif: "gif",
  jpg: "jpeg",
  jpeg: "jpeg",
  png: "png",
  webp: "webp",
};

/** The format by a file's extension; undefined for other extensions. */
export const imageFormatOfName = (name: string): ImageFormat | undefined => {
  const extension = fileExtension(name);
  return Object.hasOwn(formatsByExtension, extension) ? formatsByExtension[extension] : undefined;
};

/** The format by a file's first twelve bytes; undefined for everything else. */
export const imageFormatIn = (firstBytes: Uint8Array): ImageFormat | undefined => {
  const text = String.fromCharCode(...firstBytes.subarray(0, 12));
  if (text.startsWith("\xff\xd8\xff")) return "jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^GIF8[79]a/.test(text)) return "gif";
  if (/^RIFF.{4}WEBP/s.test(text)) return "webp";
  return /^.{4}ftyp(avif|avis|mif1|msf1)/s.test(text) ? "avif" : undefined;
};

/** The problem of a name with another extension than the format has (contract#image-checks). */
export const imageNameProblem = (name: string, format: ImageFormat): FileProblem | undefined => {
  const named = imageFormatOfName(name);
  if (!named) return { code: "invalid_image_extension", message: `An image's name ends in ${extensions}.` };
  return named === format
    ? undefined
    : { code: "invalid_image_known_format", message: `The content is ${format}, the name says ${named}.` };
};

/** The problem of a poster's name; any image extension will do (contract#poster-files). */
export const posterNameProblem = (name: string): FileProblem | undefined =>
  imageFormatOfName(name)
    ? undefined
    : { code: "invalid_extension", message: `A poster's name ends in ${extensions}.` };

const extensions = Object.keys(formatsByExtension)
  .map((extension) => `.${extension}`)
  .join(", ");
