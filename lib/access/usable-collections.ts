import { type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { invalid, Refusal } from "#lib/refusals/refusal.ts";
import { collectionTree, type PlacedCollection } from "#lib/site/site.ts";
import { type MediaPermission, mediaPermissions } from "#lib/site/user.ts";
import { isGrantedAlong, mayChoose } from "./media-permissions.ts";
import { isWithinCollections, type Principal } from "./principal.ts";

/**
 * The collections to which the caller may add media of a kind. Images need `choose` too
 * (contract#collections).
 */
export const uploadCollections = (principal: Principal, kind: MediaKind): readonly PlacedCollection[] =>
  collectionsGranting(principal, kind, kind === "image" ? ["add", "choose"] : ["add"]);

/** The ids of the collections whose media the caller may refer to; superusers may use all. */
export const choosableCollections = (principal: Principal, kind: MediaKind): readonly number[] | "all" =>
  principal.user.superuser && !principal.token?.collections
    ? "all"
    : collectionsGranting(principal, kind, ["choose"]).map(({ collection }) => collection.id);

const collectionsGranting = (
  principal: Principal,
  kind: MediaKind,
  permissions: readonly MediaPermission[],
): readonly PlacedCollection[] =>
  collectionTree(principal.site.collections).filter((placed) =>
    permissions.every((permission) => isGrantedAlong(principal, permission, kind, pathOf(placed))),
  );

const pathOf = ({ collection, ancestors }: PlacedCollection): readonly number[] =>
  [...ancestors, collection].map(({ id }) => id);

/** The ids of the collections where the caller may do anything with media. */
export const grantedCollections = (principal: Principal): readonly number[] =>
  collectionTree(principal.site.collections)
    .filter((placed) =>
      mediaKinds.some((kind) =>
        mediaPermissions.some((permission) => isGrantedAlong(principal, permission, kind, pathOf(placed))),
      ),
    )
    .map(({ collection }) => collection.id);

/** The collections whose media a user may see as their owner: all, but for the limits of the token. */
export const ownCollections = (principal: Principal): readonly number[] | "all" =>
  principal.token?.collections === undefined
    ? "all"
    : collectionTree(principal.site.collections)
        .filter((placed) => isWithinCollections(principal, pathOf(placed)))
        .map(({ collection }) => collection.id);

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
