import type { MediaKind } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { invalid } from "#lib/refusals/refuse-problems.ts";
import { mayChoose } from "./media-permissions.ts";
import type { Principal } from "./principal.ts";
import { uploadCollections } from "./usable-collections.ts";

/**
 * The id of the collection that new media of a kind go to: the wanted one, or the only one that the caller
 * may use. Refuses `no_upload_collection`, and at `collection` `ambiguous` and `collection_permission_denied`
 * (contract#upload-collection).
 */
export const chosenCollection = (
  principal: Principal,
  kind: MediaKind,
  wanted: number | undefined,
): number => {
  const usable = uploadCollections(principal, kind).map(({ collection }) => collection.id);
  if (wanted !== undefined) {
    if (usable.includes(wanted)) return wanted;
    const message = `You may not put ${kind}s into a collection ${wanted}.`;
    throw invalid("collection", "collection_permission_denied", message);
  }
  const [only, ...others] = usable;
  if (only === undefined) throw new Refusal("no_upload_collection");
  if (others.length > 0)
    throw invalid("collection", "ambiguous", "You may use more than one collection; say which.");
  return only;
};

/** Refuses `no_upload_collection` where the caller may put media of none of the kinds anywhere. */
export const requireUploadCollection = (principal: Principal, kinds: readonly MediaKind[]): void => {
  if (kinds.every((kind) => uploadCollections(principal, kind).length === 0))
    throw new Refusal("no_upload_collection");
};

/**
 * Refuses `post_save_permission_denied` where the caller may put media of a kind, but not choose them
 * afterwards (contract#choose-after-upload).
 */
export const requireChoice = (principal: Principal, kind: MediaKind, collectionId: number): void => {
  if (!mayChoose(principal, { kind, collectionId })) throw new Refusal("post_save_permission_denied");
};
