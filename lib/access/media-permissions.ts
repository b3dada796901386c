import type { MediaKind } from "#lib/media/media.ts";
import type { Collection } from "#lib/site/site.ts";
import type { MediaPermission } from "#lib/site/user.ts";
import { isWithinCollections, type Principal } from "./principal.ts";

/** Rights on a collection hold for all below it; superusers have all (contract#collection-permissions). */
const isGrantedOn = (
  principal: Principal,
  permission: MediaPermission,
  kind: MediaKind,
  collectionId: number,
): boolean =>
  isGrantedAlong(principal, permission, kind, collectionIdsToRoot(principal.site.collections, collectionId));

/**
 * True if the permission is granted on the collection or one above it, by their ids, within the limits of the
 * caller's token.
 */
export const isGrantedAlong = (
  principal: Principal,
  permission: MediaPermission,
  kind: MediaKind,
  collectionIds: readonly number[],
): boolean =>
  isWithinCollections(principal, collectionIds) &&
  (principal.user.superuser ||
    principal.groups.some(({ collections }) =>
      collections.some(
        (grant) => collectionIds.includes(grant.collectionId) && grant[`${kind}s`].includes(permission),
      ),
    ));

export const collectionIdsToRoot = (collections: readonly Collection[], id: number): readonly number[] => {
  const path: number[] = [];
  const byId = new Map(collections.map((collection) => [collection.id, collection]));
  for (let at = byId.get(id); at; at = at.parentId === null ? undefined : byId.get(at.parentId))
    path.push(at.id);
  return path;
};

interface MediaOwnership {
  readonly kind: MediaKind;
  readonly collectionId: number;
  readonly ownerId: number | null;
}

export const mayChoose = (
  principal: Principal,
  { kind, collectionId }: Pick<MediaOwnership, "kind" | "collectionId">,
): boolean => isGrantedOn(principal, "choose", kind, collectionId);

/**
 * True with `change` on the collection, or, for the object's owner, with `add`
 * (contract#collection-permissions).
 */
export const mayChange = (principal: Principal, { kind, collectionId, ownerId }: MediaOwnership): boolean =>
  isGrantedOn(principal, "change", kind, collectionId) ||
  (ownerId === principal.user.id && isGrantedOn(principal, "add", kind, collectionId));

/** True if the caller may change the object, or has `delete` on its collection. */
export const mayDelete = (principal: Principal, media: MediaOwnership): boolean =>
  mayChange(principal, media) || isGrantedOn(principal, "delete", media.kind, media.collectionId);
