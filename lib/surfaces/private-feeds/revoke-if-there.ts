import { revokePrivateFeed } from "#lib/actions/people/private-feeds.ts";
import { Refusal } from "#lib/refusals/refusal.ts";

/** Ends a private feed of the user. Whoever sends the form twice comes back to a page without it, too. */
export const revokeIfThere = async (userId: number, id: number): Promise<void> => {
  try {
    await revokePrivateFeed(userId, id);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "not_found") throw error;
  }
};
