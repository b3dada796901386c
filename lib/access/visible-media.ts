import type { MediaLookup } from "#lib/media/references.ts";
import type { Viewer } from "#lib/pages/restriction.ts";
import type { Collection } from "#lib/site/site.ts";
import { collectionAccess } from "./collection-access.ts";

export const visibleMedia = (
  media: MediaLookup,
  viewer: Viewer,
  collections: readonly Collection[],
): MediaLookup => {
  const closed = new Map<number, boolean>();
  const isClosed = (id: number): boolean => {
    if (!closed.has(id)) closed.set(id, collectionAccess(viewer, collections, id) === "closed");
    return closed.get(id) === true;
  };
  return (kind, id) => {
    const object = media(kind, id);
    return object && !isClosed(object.collectionId) ? object : undefined;
  };
};
