import type { ProblemCode } from "#lib/refusals/problem.ts";
import type { AudioFormatEntry } from "./audio-format-table.ts";
import { type AudioFormat, audioFormat, audioFormats } from "./audio-formats.ts";
import { type MediaKind, mediaKinds } from "./media.ts";

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

/** What to say of an image of a format that the service does not take; undefined for all other content. */
export const foreignImageMessage = (firstBytes: Uint8Array): string | undefined => {
  const name = foreignImageIn(String.fromCharCode(...firstBytes.subarray(0, 512)));
  return name && `The image is ${name}, which the service does not take; convert it to JPEG, PNG or WebP.`;
};

const foreignImageIn = (text: string): string | undefined => {
  if (/^.{4}ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)/s.test(text)) return "HEIC";
  if (text.startsWith("\xff\n") || text.slice(4, 8) === "JXL ") return "JPEG XL";
  if (text.startsWith("II*\0") || text.startsWith("MM\0*")) return "TIFF";
  return svg.test(text) ? "SVG" : undefined;
};

/** Its first element, behind what may stand before that. */
const svg = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*>\s*)*(?:<!DOCTYPE[^>]*>\s*)?<svg[\s>]/i;

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

export type RecordingFormat = AudioFormat | "video";

/** An audio or video file, as far as it is known without reading all of it. */
export interface RecordingFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** Twelve suffice. */
  readonly firstBytes: Uint8Array;
  /** The type that the sender declares, with parameters, if at all. */
  readonly contentType?: string | undefined;
}

type RecordingRule = Pick<AudioFormatEntry, "extensions" | "alsoDeclared" | "container">;

const video: RecordingRule = {
  extensions: {
    avi: "video/x-msvideo",
    m4v: "video/x-m4v",
    mov: "video/quicktime",
    mp4: "video/mp4",
  },
  alsoDeclared: [],
  container: /^.{4}(ftyp|free|mdat|moov|wide)|^RIFF.{4}AVI /s,
};

const ruleOf = (format: RecordingFormat): RecordingRule => (format === "video" ? video : audioFormat(format));

/** Types that senders declare when they do not know. */
const sayingNothing = ["", "application/octet-stream", "binary/octet-stream"];

export const audioContentType = (format: AudioFormat): string => {
  const [contentType = ""] = Object.values(audioFormat(format).extensions);
  return contentType;
};

/** The type by the extension; undefined for extensions that the format does not have. */
export const recordingContentType = (format: RecordingFormat, name: string): string | undefined => {
  const { extensions } = ruleOf(format);
  const extension = fileExtension(name);
  return Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
};

/** The problem of a file that is not a recording of the format, in the order of contract#file-checks. */
export const recordingProblem = (
  format: RecordingFormat,
  { name, sizeBytes, firstBytes, contentType = "" }: RecordingFile,
  maxBytes: number,
): FileProblem | undefined => {
  const { extensions, alsoDeclared, container } = ruleOf(format);
  if (sizeBytes === 0) return { code: "empty", message: "The file is empty." };
  if (!recordingContentType(format, name)) {
    const expected = Object.keys(extensions).map((extension) => `.${extension}`);
    return { code: "invalid_extension", message: `The file's name must end in ${expected.join(", ")}.` };
  }
  if (sizeBytes > maxBytes)
    return { code: "file_too_large", message: `The file has more than ${maxBytes} bytes.` };
  const [type = ""] = contentType.split(";");
  if (![...sayingNothing, ...Object.values(extensions), ...alsoDeclared].includes(type.trim().toLowerCase()))
    return { code: "invalid_content_type", message: `The file is declared as ${type.trim().slice(0, 100)}.` };
  return container.test(String.fromCharCode(...firstBytes.subarray(0, 12)))
    ? undefined
    : { code: "invalid_media_container", message: "The file's content is of another format than its name." };
};

/** The kinds of media that may use a file of this name (posters are images); all if it does not tell. */
export const kindsOfName = (name: string): readonly MediaKind[] => {
  if (imageFormatOfName(name)) return ["image", "video"];
  if (audioFormats.some((format) => recordingContentType(format, name))) return ["audio"];
  return recordingContentType("video", name) ? ["video"] : mediaKinds;
};

/** The extension in lower case, without the dot; empty if there is none. */
export const fileExtension = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

export interface FileProblem {
  readonly code: ProblemCode;
  readonly message: string;
}
