import type { Token } from "#lib/site/credential.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readToken } from "#lib/store/listed-credentials.ts";
import { deleteToken } from "#lib/store/write-credentials.ts";

/** Revokes a token, effective at once; false if there is none that `mayGo`. Cost: two requests. */
export const revokeToken = (name: string, mayGo: (token: Token) => boolean = () => true): Promise<boolean> =>
  commitDecision(async () => {
    const stored = await readToken(name);
    const goes = stored !== undefined && mayGo(stored.token);
    return { writes: goes ? deleteToken(stored) : [], value: goes };
  });
