import { isCaption } from "./gallery-caption.ts";
import { isObject } from "./is-object.ts";
import type { StoredBlock } from "./stored.ts";
import { galleryEntries } from "./stored-media.ts";

/** What a stored gallery says beside its images and captions. */
export interface StoredGallery {
  readonly layout: string | undefined;
  /** By the entries' order; undefined for entries of older content, which have none. */
  readonly entryIds: readonly (string | undefined)[];
}

/**
 * Takes out the first stored gallery that shows these images in this order; undefined when there is none, or
 * none any more.
 */
export type StoredGalleries = (images: readonly number[]) => StoredGallery | undefined;

/** The galleries of a stored section that authors can edit, to be taken one by one. */
export const storedGalleries = (blocks: readonly StoredBlock[]): StoredGalleries => {
  const byImages = Map.groupBy(blocks.toReversed().flatMap(storedGallery), ({ images }) => images);
  return (images) => byImages.get(images.join())?.pop();
};

const storedGallery = ({ type, value }: StoredBlock): (StoredGallery & { readonly images: string })[] => {
  const entries = type === "gallery" ? galleryEntries(value) : undefined;
  if (!entries || !isObject(value) || !Array.isArray(value.gallery)) return [];
  if (!entries.every(({ caption }) => isCaption(caption))) return [];
  return [
    {
      images: entries.map(({ image }) => image).join(),
      layout: textOf(value.layout),
      entryIds: value.gallery.map((entry: unknown) => (isObject(entry) ? textOf(entry.id) : undefined)),
    },
  ];
};

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
