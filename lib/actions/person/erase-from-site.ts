import { putMedia } from "#lib/actions/media/put-media.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";

/** Ends the trusts in other services whose tokens stand for a user. Four requests. */
export const eraseTrusts = async (userId: number): Promise<void> => {
  await changeSite(async ({ trusts }) => {
    const others = trusts.filter((trust) => trust.userId !== userId);
    return others.length < trusts.length ? { trusts: others } : undefined;
  });
};

/** Takes a user out of a media object, which stays. Three requests. */
export const eraseFromMedia = async <Kind extends MediaKind>(
  kind: Kind,
  id: number,
  userId: number,
): Promise<void> => {
  try {
    await putMedia(kind, id, (current) => {
      if (!current) throw new Refusal("not_found");
      return { ...current, ownerId: current.ownerId === userId ? null : current.ownerId } as MediaOf<Kind>;
    });
  } catch (error) {
    // Somebody has deleted it meanwhile.
    if (!(error instanceof Refusal && error.code === "not_found")) throw error;
  }
};
