import type { Media } from "#lib/media/media.ts";
import { type MediaReference, mediaIds, type RequestedMedia } from "#lib/media/references.ts";
import { readMediaAmong } from "#lib/store/media.ts";
import { mayChoose } from "./media-permissions.ts";
import type { Principal } from "./principal.ts";

/** Reads media, and gives all that were found so far. */
export type MediaFinder = (references: readonly MediaReference[]) => Promise<RequestedMedia>;

/** Finds media for one request, reading each object once. Cost: one request per 100 objects not read yet. */
export const mediaFinder = (principal: Principal, readBefore: readonly Media[] = []): MediaFinder => {
  const nameOf = ({ kind, id }: MediaReference) => `${kind} ${id}`;
  const requested = new Set(readBefore.map(nameOf));
  const existing = [...readBefore];
  const choosable = existing.filter((media) => mayChoose(principal, media));
  return async (references) => {
    const unread = references.filter((reference) => !requested.has(nameOf(reference)));
    for (const reference of unread) requested.add(nameOf(reference));
    for (const media of await readMediaAmong(mediaIds(unread))) {
      existing.push(media);
      if (mayChoose(principal, media)) choosable.push(media);
    }
    return { existing: mediaIds(existing), choosable: mediaIds(choosable) };
  };
};
