import { type Media, type MediaKind, type MediaOf, mediaKinds } from "./media.ts";

/** Ids of media objects by their kind. */
export type MediaIds = Readonly<Record<MediaKind, ReadonlySet<number>>>;

/** No ids. */
export const noMedia: MediaIds = { image: new Set(), audio: new Set(), video: new Set() };

/** Media that were asked for: those that exist, and those of them that the caller may refer to. */
export interface RequestedMedia {
  readonly existing: MediaIds;
  readonly choosable: MediaIds;
}

/** True for what can be the id of a media object: a positive integer below 2^53. */
export const isMediaId = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 1;

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

/** A media object by kind and id; undefined for what is not there, or not to be shown. */
export type MediaLookup = <Kind extends MediaKind>(kind: Kind, id: number) => MediaOf<Kind> | undefined;

/** The look-up that knows these objects and no others. */
export const lookupIn = (media: Iterable<Media>): MediaLookup => {
  const byName = new Map([...media].map((object) => [`${object.kind} ${object.id}`, object]));
  return <Kind extends MediaKind>(kind: Kind, id: number) =>
    byName.get(`${kind} ${id}`) as MediaOf<Kind> | undefined;
};
