import { Refusal } from "#lib/refusals/refusal.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { deleteToken, readTokens, tokenId } from "#lib/store/credentials.ts";

/** Revokes a token of the user, effective at once. Refuses `not_found`. Cost: two requests. */
export const revokeOwnToken = (id: number, userId: number): Promise<void> =>
  commitDecision(async () => {
    const stored = (await readTokens()).find(
      ({ token, hash }) => token.userId === userId && tokenId(hash) === id,
    );
    if (!stored) throw new Refusal("not_found", { detail: "Token not found." });
    return { writes: deleteToken(stored), value: undefined, outcome: { id } };
  });
