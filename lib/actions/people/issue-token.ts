import { isDeepStrictEqual } from "node:util";
import { clock } from "#lib/clock.ts";
import type { StoredToken } from "#lib/site/credential.ts";
import { isExpired, type Token } from "#lib/site/credential.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readToken } from "#lib/store/listed-credentials.ts";
import { putToken } from "#lib/store/write-credentials.ts";
import { roomForToken } from "./room-for-token.ts";

export type TokenProperties = Omit<Token, "kind" | "name" | "createdAt"> & Pick<StoredToken, "hash">;

/**
 * Issues a token, or changes the one of that name; a new hash ends the old secret at once. Equal properties
 * write nothing. No other token may have the hash. Refuses `non_field_errors/too_many`. Cost: two requests,
 * four for a token that the user did not have.
 */
export const issueToken = (
  name: string,
  properties: (current: StoredToken | undefined) => TokenProperties,
): Promise<StoredToken> =>
  commitDecision(async () => {
    const current = await readToken(name);
    const { hash, ...rest } = properties(current);
    const createdAt = current?.hash === hash ? current.token.createdAt : clock.now();
    const next: StoredToken = { hash, token: { kind: "token", name, ...rest, createdAt } };
    if (isDeepStrictEqual(next, current)) return { writes: [], value: next };
    const isCounted = current?.token.userId === next.token.userId && !isExpired(current.token, clock.now());
    const room = isCounted ? [] : [await roomForToken(next.token)];
    return { writes: [...putToken(next, current), ...room], value: next };
  });
