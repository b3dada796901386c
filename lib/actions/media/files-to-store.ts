import { createHash } from "node:crypto";
import { certain } from "#lib/certain.ts";
import type { FileKey } from "#lib/files/file-key.ts";
import type { FileBody } from "#lib/files/files.ts";
import { openFiles } from "#lib/files/open-files.ts";
import {
  makeRendition,
  makeRenditions,
  makeSharePicture,
  type ShareOptions,
  type WantedRendition,
} from "#lib/imaging/make-rendition.ts";
import type { ImageFile } from "#lib/imaging/read-image.ts";
import { plainFileName } from "#lib/media/file-key.ts";
import { fileExtension } from "#lib/media/file-rules.ts";
import type { MediaFile, PictureFile } from "#lib/media/media.ts";
import { maxRenditionHeight, type PictureSize, renditionWidths } from "#lib/media/renditions.ts";
import { shareName } from "#lib/media/share-cut.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { settledInOrder } from "#lib/settled.ts";

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

/** The renditions by the word in their files' names, with the size that they must fit into. */
const renditions = {
  cover: { width: 512, height: 512 },
  display: { width: 1600, height: maxRenditionHeight },
  thumbnail: { width: 300, height: maxRenditionHeight },
} as const satisfies Readonly<Record<string, PictureSize>>;

/** A rendition of an image, such as `heron-cover.webp` of `heron.jpg`. */
export const renditionToStore = async (
  image: ImageFile,
  rendition: keyof typeof renditions,
): Promise<PictureToStore> => {
  const { bytes, width, height } = await makeRendition(image, renditions[rendition]);
  return { ...fileToStore(`${stemOf(image)}-${rendition}.webp`, "image/webp", bytes), width, height };
};

/**
 * The picture that pages show, such as `heron-display.webp` of `heron.jpg`; of an animation its own content
 * (decision 010).
 */
export const displayToStore = async (image: ImageFile): Promise<PictureToStore> => {
  if (!image.isAnimated) return renditionToStore(image, "display");
  const { partsSha256: _, ...display } = pictureToStore(image);
  return { ...display, name: `${stemOf(image)}-display.${fileExtension(image.name)}` };
};

/**
 * The picture in more widths, such as `heron-800.avif` of `heron.jpg`, as WebP where `display` has another
 * width, and as AVIF if that takes fewer bytes. Animations have none, because no rendition of them moves.
 */
export const widthsToStore = async (
  image: ImageFile,
  display: PictureToStore,
): Promise<readonly PictureToStore[]> => {
  const widths = image.isAnimated ? [] : renditionWidths(image);
  const wanted = widths.flatMap((width): WantedRendition[] => [
    ...(width === display.width ? [] : [{ width, format: "webp" } as const]),
    { width, format: "avif" },
  ]);
  const made = (await makeRenditions(image, wanted)).map((rendition, index) => ({
    ...rendition,
    format: certain(wanted[index]).format,
  }));
  const others = made.filter(({ width }) => width !== display.width);
  const isSmaller = bytesOf(others, "avif") < bytesOf(others, "webp");
  return made
    .filter(({ format }) => format === "webp" || isSmaller)
    .map(({ bytes, format, ...size }) => ({
      ...fileToStore(`${stemOf(image)}-${size.width}.${format}`, `image/${format}`, bytes),
      ...size,
    }));
};

const bytesOf = (
  made: readonly { readonly bytes: Buffer; readonly format: string }[],
  wanted: WantedRendition["format"],
): number => made.reduce((sum, { bytes, format }) => sum + (format === wanted ? bytes.length : 0), 0);

/**
 * Makes the picture that other sites show with a link, such as `heron-share.jpg` of `heron.png` (decision
 * 010).
 */
export const sharePictureToStore = async (
  image: ImageFile,
  options: ShareOptions,
): Promise<PictureToStore> => {
  const { bytes, ...size } = await makeSharePicture(image, options);
  return { ...fileToStore(shareNameOf(image, options.focalPoint), "image/jpeg", bytes), ...size };
};

/** The name that the picture for links of an image has. */
export const shareNameOf = (
  image: Pick<ImageFile, "name" | "width" | "height">,
  focalPoint: ShareOptions["focalPoint"],
): string => plainFileName(shareName(stemOf(image), image, focalPoint));

/** Leaves room for what follows in the names of renditions, which are as long as those of files. */
const maxStemLength = 60;

const stemOf = ({ name }: Pick<ImageFile, "name">): string =>
  plainFileName(name)
    .replace(/\.[^.]*$/, "")
    .slice(0, maxStemLength);

export const digestOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");

/** Files by names of the caller's choice; null for those that the object does not have. */
export type FilesToStore = Readonly<Record<string, FileToStore | null>>;

type StoredFile<File> = File extends PictureToStore
  ? PictureFile
  : File extends FileToStore
    ? MediaFile
    : null;

export type StoredFiles<Files> = { readonly [Name in keyof Files]: StoredFile<Files[Name]> };

/** The place where a file is to be stored, or is already with this size. */
export interface StoragePlace {
  readonly key: FileKey;
  readonly sizeBytes?: number | undefined;
}

/**
 * Stores files that are not stored yet, side by side. If one fails, it waits for the others, so that a caller
 * who removes them afterwards misses none. A request per file.
 */
export const storeFiles = async <Files extends FilesToStore>(
  files: Files,
  placeOf: (file: FileToStore) => StoragePlace,
): Promise<StoredFiles<Files>> => {
  const storing = Object.entries(files).map(
    async ([name, file]) => [name, file && (await storedAt(placeOf(file), file))] as const,
  );
  return Object.fromEntries(await settledInOrder(storing)) as StoredFiles<Files>;
};

const storedAt = async ({ key, sizeBytes }: StoragePlace, file: FileToStore): Promise<MediaFile> => ({
  ...described(file),
  key,
  sizeBytes: sizeBytes ?? (await storeFile(key, file)),
});

const described = (file: FileToStore | PictureToStore) => ({
  contentType: file.contentType,
  ...(file.partsSha256 !== undefined && { partsSha256: file.partsSha256 }),
  ...("width" in file && { width: file.width, height: file.height }),
});

const storeFile = async (key: FileKey, { contentType, body }: FileToStore): Promise<number> => {
  const files = await openFiles();
  if (!("key" in body)) return (await files.put(key, body, contentType)).sizeBytes;
  if (!(await files.copy(body.key, key))) throw new ContentGone();
  return body.sizeBytes;
};

/** The content is no longer in the file store: it expired, or another request has used it. */
export class ContentGone extends Refusal {
  constructor() {
    super("busy", { detail: "The file went away while it was being stored; try again." });
  }
}
