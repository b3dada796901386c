import type { MediaKind } from "#lib/media/media.ts";
import { collectionTree, type PlacedCollection } from "#lib/site/collection-tree.ts";
import type { MediaPermission } from "#lib/site/group.ts";
import { isGrantedAlong } from "./media-permissions.ts";
import type { Principal } from "./principal.ts";

/** Where the caller may add media of a kind. Images need `choose` too (contract#collections). */
export const uploadCollections = (principal: Principal, kind: MediaKind): readonly PlacedCollection[] =>
  collectionsGranting(principal, kind, kind === "image" ? ["add", "choose"] : ["add"]);

/** The ids of the collections whose media the caller may refer to; superusers may use all. */
export const choosableCollections = (principal: Principal, kind: MediaKind): readonly number[] | "all" =>
  principal.user.superuser
    ? "all"
    : collectionsGranting(principal, kind, ["choose"]).map(({ collection }) => collection.id);

const collectionsGranting = (
  { user, groups, site }: Principal,
  kind: MediaKind,
  permissions: readonly MediaPermission[],
): readonly PlacedCollection[] =>
  collectionTree(site.collections).filter(({ collection, ancestors }) => {
    const path = [...ancestors, collection].map(({ id }) => id);
    return (
      user.superuser || permissions.every((permission) => isGrantedAlong(groups, permission, kind, path))
    );
  });
