import { invalid } from "#lib/refusals/refuse-problems.ts";
import type { Token } from "#lib/site/credential.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { tokenId } from "#lib/store/credentials.ts";
import { readToken } from "#lib/store/listed-credentials.ts";
import { putToken } from "#lib/store/write-credentials.ts";

/** Stores a new token. Refuses `duplicate` at `name` if another token has it. Cost: two requests. */
export const createToken = (token: Token, hash: string): Promise<void> =>
  commitDecision(async () => {
    if (await readToken(token.name)) throw invalid("name", "duplicate", "There is a token of this name.");
    const writes = putToken({ token, hash }, undefined);
    return { writes, value: undefined, outcome: { id: tokenId(hash) } };
  });
