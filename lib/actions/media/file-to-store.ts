import { createHash } from "node:crypto";
import type { FileKey } from "#lib/files/file-key.ts";
import type { FileBody } from "#lib/files/files.ts";
import { makeRendition, makeSharePicture, type RenditionBounds } from "#lib/imaging/make-rendition.ts";
import type { ImageFile } from "#lib/imaging/read-image.ts";
import { plainFileName } from "#lib/media/file-key.ts";

/** Content that is already in the file store, to be copied from this key. */
export interface StoredContent {
  readonly key: FileKey;
  readonly sizeBytes: number;
}

/** A checked file to be stored for a media object, where it becomes a `MediaFile`. */
export interface FileToStore {
  /** The client's name for it; its key has a plain form of it. */
  readonly name: string;
  readonly contentType: string;
  /** SHA-256 in hexadecimal; of an upload in parts, the SHA-256 of the parts' SHA-256s. */
  readonly digest: string;
  /** The checksum of the file as it was sent, if clients may look for it. */
  readonly partsSha256?: string | undefined;
  readonly body: FileBody | StoredContent;
}

export interface PictureToStore extends FileToStore {
  readonly width: number;
  readonly height: number;
}

export const fileToStore = (name: string, contentType: string, body: Uint8Array): FileToStore => ({
  name,
  contentType,
  digest: digestOf(body),
  body,
});

export const pictureToStore = ({
  name,
  bytes,
  format,
  width,
  height,
  partsSha256,
}: ImageFile): PictureToStore => ({
  ...fileToStore(name, `image/${format}`, bytes),
  partsSha256,
  width,
  height,
});

/** The largest height of a WebP in pixels. */
const maxWebpHeight = 16_383;

/** The renditions by the word in their files' names, with the size that they must fit into. */
const renditions = {
  cover: { width: 512, height: 512 },
  display: { width: 1600, height: maxWebpHeight },
  thumbnail: { width: 300, height: maxWebpHeight },
} as const satisfies Readonly<Record<string, RenditionBounds>>;

/** A rendition of an image, such as `heron-cover.webp` of `heron.jpg`. */
export const renditionToStore = async (
  image: ImageFile,
  rendition: keyof typeof renditions,
): Promise<PictureToStore> => {
  const { bytes, width, height } = await makeRendition(image, renditions[rendition]);
  return { ...fileToStore(`${stemOf(image)}-${rendition}.webp`, "image/webp", bytes), width, height };
};

/** What links to pages are shown with elsewhere, such as `heron-share.jpg` of `heron.png` (decision 010). */
export const sharePictureToStore = async (image: ImageFile): Promise<PictureToStore> => {
  const { bytes, width, height } = await makeSharePicture(image);
  return { ...fileToStore(`${stemOf(image)}-share.jpg`, "image/jpeg", bytes), width, height };
};

const stemOf = ({ name }: ImageFile): string => plainFileName(name).replace(/\.[^.]*$/, "");

export const digestOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");
