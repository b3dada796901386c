import type { Media, MediaKind, MediaOf } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { RequestOutcome } from "#lib/store/commit-scope.ts";
import { readMedia } from "#lib/store/media.ts";
import { mayChange, mayChoose, mayDelete } from "./media-permissions.ts";
import type { Principal } from "./principal.ts";

type Permission = (principal: Principal, media: Media) => boolean;

const requiring =
  (may: Permission) =>
  <Found extends Media>(media: Found | undefined, principal: Principal): Found => {
    if (!media) throw new Refusal("not_found");
    if (!may(principal, media)) throw new Refusal("permission_denied");
    return media;
  };

/** The object, for callers who may choose, change or delete it; `not_found`, then `permission_denied`. */
const requireReadable = requiring(
  (principal, media) => mayChoose(principal, media) || mayDelete(principal, media),
);

/** The object, if the caller may refer to it. Refuses likewise. */
export const requireChoosable = requiring(mayChoose);

export const requireChangeable = requiring(mayChange);

export const requireDeletable = requiring(mayDelete);

/** A media object that the caller may read. Refuses as `requireReadable` does. One request. */
export const readEditorMedia = async <Kind extends MediaKind>(
  kind: Kind,
  { id }: Pick<RequestOutcome, "id">,
  principal: Principal,
  read: (kind: Kind, id: number) => Promise<MediaOf<Kind> | undefined> = readMedia,
): Promise<MediaOf<Kind>> => {
  const media = await read(kind, id);
  return requireReadable(media, principal) as MediaOf<Kind>;
};

/** The media object that a request has made, as it is now. Refuses `not_found`, then `permission_denied`. */
export const mediaAfter = async <Kind extends MediaKind>(
  kind: Kind,
  { id }: RequestOutcome,
  principal: Principal,
): Promise<MediaOf<Kind>> => {
  return requireChoosable(await readMedia(kind, id), principal);
};
