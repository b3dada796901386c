import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { RequestOutcome } from "#lib/store/commit-scope.ts";
import { readMedia } from "#lib/store/media.ts";
import { mayChoose } from "./media-permissions.ts";
import type { Principal } from "./principal.ts";

/** The media object that a request has made, as it is now. Refuses `not_found`, then `permission_denied`. */
export const mediaAfter = async <Kind extends MediaKind>(
  kind: Kind,
  { id }: RequestOutcome,
  principal: Principal,
): Promise<MediaOf<Kind>> => {
  const media = await readMedia(kind, id);
  if (!media) throw new Refusal("not_found");
  if (!mayChoose(principal, media)) throw new Refusal("permission_denied");
  return media;
};
