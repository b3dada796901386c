import { isMediaKind } from "#lib/media/media.ts";
import { isMediaId, type MediaReference } from "#lib/media/references.ts";
import { isObject } from "./is-object.ts";
import type { Section, StoredBlock } from "./stored.ts";

export interface GalleryEntry {
  readonly image: number;
  /** Plain text, or empty. */
  readonly caption: string;
}

/** Undefined for an empty or malformed gallery. Older entries are integers (contract#stored-blocks). */
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

/** What the built-in media blocks of a body refer to, in order. */
export const mediaInBody = (body: readonly Section[]): readonly MediaReference[] =>
  body.flatMap(({ value }) => value.flatMap(mediaInBlock));
