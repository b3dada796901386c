import { isCaption } from "./gallery-caption.ts";
import { isObject } from "./is-object.ts";
import type { StoredBlock } from "./stored.ts";
import { galleryEntries } from "./stored-media.ts";

export interface StoredGallery {
  readonly layout: string | undefined;
  /** In order; undefined for entries of older content. */
  readonly entryIds: readonly (string | undefined)[];
}

/** Takes the first stored gallery with exactly these images; undefined if there is none left. */
export type StoredGalleries = (images: readonly number[]) => StoredGallery | undefined;

/** The galleries of a stored section that authors can edit, to be taken one by one. */
export const storedGalleries = (blocks: readonly StoredBlock[]): StoredGalleries => {
  const left = blocks.flatMap(storedGallery);
  return (images) => {
    const index = left.findIndex((gallery) => gallery.images === images.join());
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
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
