import { invalid } from "#lib/refusals/refuse-problems.ts";
import type { Token } from "#lib/site/credential.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { tokenId } from "#lib/store/credentials.ts";
import { readToken } from "#lib/store/listed-credentials.ts";
import { putToken } from "#lib/store/write-credentials.ts";
import { roomForToken } from "./room-for-token.ts";

/**
 * Stores a new token. Refuses `duplicate` at `name` if another token has it, and `non_field_errors/too_many`.
 * Cost: four requests.
 */
export const createToken = (token: Token, hash: string): Promise<void> =>
  commitDecision(async () => {
    const room = roomForToken(token);
    // What is wrong with the name comes first.
    room.catch(() => {});
    if (await readToken(token.name)) throw invalid("name", "duplicate", "There is a token of this name.");
    const writes = [...putToken({ token, hash }, undefined), await room];
    return { writes, value: undefined, outcome: { id: tokenId(hash) } };
  });
