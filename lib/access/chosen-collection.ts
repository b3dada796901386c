import type { MediaKind } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { invalid } from "#lib/refusals/refuse-problems.ts";
import { mayChoose } from "./media-permissions.ts";
import type { Principal } from "./principal.ts";
import { uploadCollections } from "./usable-collections.ts";

/**
 * The collection for new media: the requested one, or the only one that the caller may use
 * (contract#upload-collection).
 */
export const chosenCollection = (
  principal: Principal,
  kind: MediaKind,
  requestedId: number | undefined,
): number => {
  const usable = uploadCollections(principal, kind).map(({ collection }) => collection.id);
  if (requestedId !== undefined) {
    if (usable.includes(requestedId)) return requestedId;
    const message = `You may not put ${kind}s into a collection ${requestedId}.`;
    throw invalid("collection", "collection_permission_denied", message);
  }
  const [only, ...others] = usable;
  if (only === undefined) throw new Refusal("no_upload_collection");
  if (others.length > 0)
    throw invalid("collection", "ambiguous", "You may use more than one collection; say which.");
  return only;
};

/**
 * Refuses `no_upload_collection` if there is no collection to which the caller may add any of the kinds. The
 * manifest of a superuser, with which a site begins, may bring the first collection.
 */
export const requireUploadCollection = (principal: Principal, kinds: readonly MediaKind[]): void => {
  if (principal.user.superuser && principal.site.collections.length === 0) return;
  if (kinds.every((kind) => uploadCollections(principal, kind).length === 0))
    throw new Refusal("no_upload_collection");
};

/** Refuses `post_save_permission_denied` to callers without `choose` (contract#choose-after-upload). */
export const requireChoice = (principal: Principal, kind: MediaKind, collectionId: number): void => {
  if (!mayChoose(principal, { kind, collectionId })) throw new Refusal("post_save_permission_denied");
};
