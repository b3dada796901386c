import { makeRendition, type RenditionBounds } from "#lib/imaging/make-rendition.ts";
import type { ReadImage } from "#lib/imaging/read-image.ts";
import { plainFileName } from "#lib/media/file-key.ts";
import { type NewPictureFile, newFileOf } from "./new-file.ts";

/** An image with the name under which it was given. */
export interface NewPicture {
  readonly name: string;
  readonly image: ReadImage;
}

/** The file of a picture as it was read. */
export const pictureFile = ({
  name,
  image: { bytes, format, width, height },
}: NewPicture): NewPictureFile => ({ ...newFileOf(name, `image/${format}`, bytes), width, height });

/** The most rows that a WebP can have. */
const tallest = 16_383;

/** What is made of pictures besides: what it is called in their files' names, and how large it may be. */
const renditions = {
  cover: { width: 512, height: 512 },
  display: { width: 1600, height: tallest },
  thumbnail: { width: 300, height: tallest },
} as const satisfies Readonly<Record<string, RenditionBounds>>;

/** Makes the file of a rendition of a picture, such as `heron-cover.webp` of `heron.jpg`. */
export const renditionFile = async (
  { name, image }: NewPicture,
  rendition: keyof typeof renditions,
): Promise<NewPictureFile> => {
  const { bytes, width, height } = await makeRendition(image, renditions[rendition]);
  const stem = plainFileName(name).replace(/\.[^.]*$/, "");
  return { ...newFileOf(`${stem}-${rendition}.webp`, "image/webp", bytes), width, height };
};
