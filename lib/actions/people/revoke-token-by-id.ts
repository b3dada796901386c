import { Refusal } from "#lib/refusals/refusal.ts";
import type { Token } from "#lib/site/credential.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { tokenId } from "#lib/store/credentials.ts";
import { readTokens } from "#lib/store/listed-credentials.ts";
import { deleteToken } from "#lib/store/write-credentials.ts";

/** Revokes a token of the user, effective at once. Refuses `not_found`. Cost: two requests. */
export const revokeOwnToken = (id: number, userId: number): Promise<void> =>
  revokeTokenById(id, (token) => token.userId === userId);

/** Revokes a token that `isMeant`; by default any that is listed. */
export const revokeTokenById = (id: number, isMeant: (token: Token) => boolean = () => true): Promise<void> =>
  commitDecision(async () => {
    const stored = (await readTokens()).find(({ token, hash }) => isMeant(token) && tokenId(hash) === id);
    if (!stored) throw new Refusal("not_found", { detail: "Token not found." });
    return { writes: deleteToken(stored), value: undefined, outcome: { id } };
  });
