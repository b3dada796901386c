import { type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { collectionTree, type PlacedCollection } from "#lib/site/collection-tree.ts";
import { type MediaPermission, mediaPermissions } from "#lib/site/group.ts";
import { isGrantedAlong } from "./media-permissions.ts";
import type { Principal } from "./principal.ts";
import { isWithinCollections } from "./token-limits.ts";

/** Where the caller may add media of a kind. Images need `choose` too (contract#collections). */
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
