import { fileUrl } from "#lib/media/addresses.ts";
import type { Image, PictureFile } from "#lib/media/media.ts";
import type { PostHead, SharePicture } from "#lib/themes/theme.ts";

/** A picture that a page may be shown with, and the words of the page for it. */
type Candidate = NonNullable<PostHead["cover"]>;

/** The first picture that other sites can read, with an absolute address; null for none. */
export const sharePicture = (
  candidates: readonly (Candidate | Image | null | undefined)[],
  base: string,
): SharePicture | null => {
  for (const candidate of candidates) {
    const image = candidate && ("image" in candidate ? candidate.image : candidate);
    const file = image && readableFile(image);
    if (!file) continue;
    const { contentType, width, height } = file;
    const altText = ("altText" in candidate && candidate.altText) || image.description || image.title;
    return { url: base + fileUrl(file), type: contentType, width, height, altText };
  }
  return null;
};

/** The types that every site reads: not WebP and AVIF (decision 010). */
const readableTypes: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif"]);

/** The rendition; of images of earlier versions, which have none, the uploaded file if others can read it. */
const readableFile = ({ share, file }: Image): PictureFile | undefined =>
  share ?? (readableTypes.has(file.contentType) ? file : undefined);
