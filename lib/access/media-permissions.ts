import type { MediaKind } from "#lib/media/media.ts";
import type { MediaPermission } from "#lib/site/group.ts";
import type { Collection } from "#lib/site/site.ts";
import type { Principal } from "./principal.ts";

/** True when the caller's groups have the permission on the collection, or on one above it; superusers have all (decisions §13). */
export const isGrantedOn = (
  { user, groups, site }: Principal,
  permission: MediaPermission,
  kind: MediaKind,
  collectionId: number,
): boolean => {
  if (user.superuser) return true;
  const path = collectionPath(site.collections, collectionId);
  return groups.some((group) =>
    group.collections.some(
      (grant) => path.includes(grant.collectionId) && grant[`${kind}s`].includes(permission),
    ),
  );
};

/** The ids from a collection up to the root collection, itself first. */
export const collectionPath = (collections: readonly Collection[], id: number): readonly number[] => {
  const path: number[] = [];
  const byId = new Map(collections.map((collection) => [collection.id, collection]));
  for (let at = byId.get(id); at; at = at.parentId === null ? undefined : byId.get(at.parentId))
    path.push(at.id);
  return path;
};

/** True when the caller may refer to the object: `choose` on its collection. Owning it is not enough. */
export const mayChoose = (
  principal: Principal,
  { kind, collectionId }: { readonly kind: MediaKind; readonly collectionId: number },
): boolean => isGrantedOn(principal, "choose", kind, collectionId);
