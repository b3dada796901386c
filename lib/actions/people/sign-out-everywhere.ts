import { commitDecision } from "#lib/store/commit.ts";
import { readUserAndSiteVersion } from "#lib/store/users.ts";
import { putUserRow } from "#lib/store/write-users.ts";

/** Ends all sessions of a user at once, also those that no list has. Cost: two requests. */
export const signOutEverywhere = (userId: number): Promise<void> =>
  commitDecision(async () => {
    const { user } = await readUserAndSiteVersion(userId);
    if (!user) return { writes: [], value: undefined };
    const next = { ...user, signOuts: (user.signOuts ?? 0) + 1, version: user.version + 1 };
    return { writes: putUserRow(next, user.version), value: undefined };
  });
