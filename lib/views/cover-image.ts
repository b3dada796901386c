import type { CoverImageFieldName } from "#lib/discovery/page-fields.ts";
import type { Selection } from "#lib/discovery/select-fields.ts";
import { fileUrl } from "#lib/media/file-url.ts";
import type { Image } from "#lib/media/media.ts";
import { shownItem } from "./shown-item.ts";

type Shower = (image: Image, base: string) => unknown;

/** How each field of a cover image is made (decisions §3 "Representations", "Images"). */
const showers: Readonly<Record<CoverImageFieldName, Shower>> = {
  id: ({ id }) => id,
  type: () => "images.Image",
  detail_url: ({ id }, base) => `${base}/api/cms/images/${id}/`,
  tags: ({ tags }) => [...tags].sort(),
  download_url: ({ file }) => fileUrl(file),
  title: ({ title }) => title,
  width: ({ file }) => file.width,
  height: ({ file }) => file.height,
};

/** A page's cover image with the selected fields; `base` is the origin of its `detail_url`, `download_url` is site-relative. */
export const coverImage = (
  image: Image,
  selection: Selection<CoverImageFieldName>,
  base: string,
): Record<string, unknown> => shownItem(selection, (name) => showers[name](image, base));

/** The absolute URL of the image within 512 × 512 pixels, as WebP. */
export const posterUrl = ({ cover }: Image, base: string): string => `${base}${fileUrl(cover)}`;
