import type { Media, MediaKind, MediaOf } from "./media.ts";

export type MediaIds = Readonly<Record<MediaKind, ReadonlySet<number>>>;

export const noMedia: MediaIds = { image: new Set(), audio: new Set(), video: new Set() };

/** Requested media: those that exist, and those of them that the caller may refer to. */
export interface RequestedMedia {
  readonly existing: MediaIds;
  readonly choosable: MediaIds;
}

export const isMediaId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 1;

export interface MediaReference {
  readonly kind: MediaKind;
  readonly id: number;
}

export const mediaIds = (references: Iterable<MediaReference>): MediaIds => {
  const all = [...references];
  const idsOf = (kind: MediaKind) =>
    new Set(all.filter((reference) => reference.kind === kind).map(({ id }) => id));
  return { image: idsOf("image"), audio: idsOf("audio"), video: idsOf("video") };
};

/** Finds a media object; undefined if it does not exist, or may not be shown. */
export type MediaLookup = <Kind extends MediaKind>(kind: Kind, id: number) => MediaOf<Kind> | undefined;

/** Finds these objects and no others. */
export const lookupIn = (media: Iterable<Media>): MediaLookup => {
  const byName = new Map([...media].map((object) => [`${object.kind} ${object.id}`, object]));
  return <Kind extends MediaKind>(kind: Kind, id: number) =>
    byName.get(`${kind} ${id}`) as MediaOf<Kind> | undefined;
};
