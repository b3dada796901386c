import { isMediaKind, type MediaKind } from "#lib/media/media.ts";
import { isMediaId, type MediaReference } from "#lib/media/references.ts";
import { isObject } from "./is-object.ts";
import type { Section, StoredBlock } from "./sections.ts";

export interface GalleryEntry {
  readonly image: number;
  /** Plain text, or empty. */
  readonly caption: string;
}

/**
 * The entries of a gallery; undefined for an empty or malformed one. Older entries are integers
 * (contract#stored-blocks).
 */
export const galleryEntries = (stored: unknown): readonly GalleryEntry[] | undefined => {
  if (!isObject(stored) || !Array.isArray(stored.gallery) || stored.gallery.length === 0) return undefined;
  const entries = stored.gallery.map((entry: unknown) =>
    galleryEntry(isObject(entry) && "value" in entry ? entry.value : entry),
  );
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
};

const galleryEntry = (value: unknown): GalleryEntry | undefined => {
  if (isMediaId(value)) return { image: value, caption: "" };
  if (!isObject(value) || !isMediaId(value.image)) return undefined;
  const { image, caption = "" } = value;
  return typeof caption === "string" ? { image, caption } : undefined;
};

/** Empty for other types and malformed values. */
export const mediaInBlock = ({ type, value }: StoredBlock): readonly MediaReference[] => {
  if (isMediaKind(type)) return isMediaId(value) ? [{ kind: type, id: value }] : [];
  const entries = type === "gallery" ? galleryEntries(value) : undefined;
  return (entries ?? []).map(({ image }) => ({ kind: "image", id: image }));
};

/** The media that the built-in blocks of a body refer to, in order. */
export const mediaInBody = (body: readonly Section[]): readonly MediaReference[] =>
  body.flatMap(({ value }) => value.flatMap(mediaInBlock));

/** The media that an author's blocks refer to, in order; malformed references are left out. */
export const mediaInAuthorBlocks = (blocks: readonly unknown[]): readonly MediaReference[] =>
  blocks.flatMap((block) => (isObject(block) ? mediaInAuthorBlock(block) : []));

const mediaInAuthorBlock = ({
  type,
  value,
}: Readonly<Record<string, unknown>>): readonly MediaReference[] => {
  if (isMediaKind(type)) return reference(type, value);
  if (type !== "gallery" || !Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => reference("image", entry));
};

const reference = (kind: MediaKind, value: unknown): readonly MediaReference[] =>
  isObject(value) && isMediaId(value.id) ? [{ kind, id: value.id }] : [];

export interface StoredGallery {
  readonly layout: string | undefined;
  /** The ids of the entries in order; undefined for entries of older content. */
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

const maxLength = 250;

/** True for at most 250 code points of plain text (contract#captions). */
export const isCaption = (value: unknown): value is string =>
  typeof value === "string" && (value.length <= maxLength || [...value].length <= maxLength);
