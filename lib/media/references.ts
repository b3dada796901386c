import { type MediaKind, mediaKinds } from "./media.ts";

/** Ids of media objects by their kind. */
export type MediaIds = Readonly<Record<MediaKind, ReadonlySet<number>>>;

/** No ids. */
export const noMedia: MediaIds = { image: new Set(), audio: new Set(), video: new Set() };

/** A mention of one media object. */
export interface MediaReference {
  readonly kind: MediaKind;
  readonly id: number;
}

/** The references' ids by kind, each once. */
export const mediaIds = (references: Iterable<MediaReference>): MediaIds => {
  const all = [...references];
  const idsOf = (kind: MediaKind) =>
    new Set(all.filter((reference) => reference.kind === kind).map(({ id }) => id));
  return Object.fromEntries(mediaKinds.map((kind) => [kind, idsOf(kind)])) as unknown as MediaIds;
};
