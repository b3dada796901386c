import { createHash } from "node:crypto";
import type { FileKey } from "#lib/files/file-key.ts";
import type { FileBody } from "#lib/files/files.ts";
import { makeRendition, type RenditionBounds } from "#lib/imaging/make-rendition.ts";
import type { ImageFile } from "#lib/imaging/read-image.ts";
import { plainFileName } from "#lib/media/file-key.ts";

/** Content that is in the file store already, under another key, from which it is copied. */
export interface StoredContent {
  readonly key: FileKey;
  readonly sizeBytes: number;
}

/** A file that was checked and is to be stored for a media object. Once it is stored, it is a `MediaFile`. */
export interface FileToStore {
  /** As the client calls it; the key in the file store has a plain form of it. */
  readonly name: string;
  readonly contentType: string;
  /**
   * Hexadecimal digits that differ for each content: its SHA-256, or of an upload in parts the SHA-256 of
   * theirs.
   */
  readonly digest: string;
  readonly body: FileBody | StoredContent;
}

/** The same of a picture, with its size in pixels, turned upright. */
export interface PictureToStore extends FileToStore {
  readonly width: number;
  readonly height: number;
}

/** Bytes in memory as a file to store. */
export const fileToStore = (name: string, contentType: string, body: Uint8Array): FileToStore => ({
  name,
  contentType,
  digest: digestOf(body),
  body,
});

/** An image as a file to store. */
export const pictureToStore = ({ name, bytes, format, width, height }: ImageFile): PictureToStore => ({
  ...fileToStore(name, `image/${format}`, bytes),
  width,
  height,
});

/** The largest height of a WebP in pixels. */
const maxWebpHeight = 16_383;

/** The renditions of images, by the word in their files' names, with the size that they must fit into. */
const renditions = {
  cover: { width: 512, height: 512 },
  display: { width: 1600, height: maxWebpHeight },
  thumbnail: { width: 300, height: maxWebpHeight },
} as const satisfies Readonly<Record<string, RenditionBounds>>;

/** Makes a rendition of an image, as a file to store, such as `heron-cover.webp` of `heron.jpg`. */
export const renditionToStore = async (
  image: ImageFile,
  rendition: keyof typeof renditions,
): Promise<PictureToStore> => {
  const { bytes, width, height } = await makeRendition(image, renditions[rendition]);
  const stem = plainFileName(image.name).replace(/\.[^.]*$/, "");
  return { ...fileToStore(`${stem}-${rendition}.webp`, "image/webp", bytes), width, height };
};

/** The SHA-256 of a content in hexadecimal digits. */
export const digestOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");
