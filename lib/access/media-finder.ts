import type { Media } from "#lib/media/media.ts";
import { type FoundMedia, type MediaReference, mediaIds } from "#lib/media/references.ts";
import { readMediaAmong } from "#lib/store/media.ts";
import { mayChoose } from "./media-permissions.ts";
import type { Principal } from "./principal.ts";

/** Looks media up, and gives all that were found so far. */
export type MediaFinder = (references: readonly MediaReference[]) => Promise<FoundMedia>;

/**
 * Finds media for one request of a caller, each object once, however often it is asked for. Cost: one request per 100 objects
 * that were not asked for before; none when there are none.
 */
export const mediaFinder = (principal: Principal): MediaFinder => {
  const asked = new Set<string>();
  const found: Media[] = [];
  return async (references) => {
    const unasked = references.filter(({ kind, id }) => !asked.has(`${kind} ${id}`));
    for (const { kind, id } of unasked) asked.add(`${kind} ${id}`);
    found.push(...(await readMediaAmong(mediaIds(unasked))));
    const choosable = found.filter((media) => mayChoose(principal, media));
    return { existing: mediaIds(found), choosable: mediaIds(choosable) };
  };
};
