import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { collectionIdsToRoot, mayDelete } from "./media-permissions.ts";
import { hasAdminAccess, isWithinCollections, type Principal } from "./principal.ts";

/** The object, if the caller owns it; `not_found` otherwise (contract#legacy-owners). */
export const requireOwn = <Kind extends MediaKind>(
  kind: Kind,
  media: MediaOf<Kind> | undefined,
  principal: Principal,
): MediaOf<Kind> => {
  const { collections } = principal.site;
  const isWithin = (id: number) => isWithinCollections(principal, collectionIdsToRoot(collections, id));
  if (media && media.ownerId === principal.user.id && isWithin(media.collectionId)) return media;
  const name = kind.charAt(0).toUpperCase() + kind.slice(1);
  throw new Refusal("not_found", { detail: `No ${name} matches the given query.` });
};

export const requireOwnDeletable = <Kind extends MediaKind>(
  kind: Kind,
  media: MediaOf<Kind> | undefined,
  principal: Principal,
): void => {
  const own = requireOwn(kind, media, principal);
  if (hasAdminAccess(principal) && mayDelete(principal, own)) return;
  throw new Refusal("permission_denied", {
    detail: `You do not have permission to delete this ${kind}.`,
  });
};
