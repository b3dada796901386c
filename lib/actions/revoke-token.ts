import { commitDecision } from "#lib/store/commit.ts";
import { deleteToken, readToken } from "#lib/store/credentials.ts";

/** Ends a token at once; false when there is none of that name. Cost: two requests. */
export const revokeToken = (name: string): Promise<boolean> =>
  commitDecision(async () => {
    const stored = await readToken(name);
    return { writes: stored ? deleteToken(stored) : [], value: stored !== undefined };
  });
