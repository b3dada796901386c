import { isDeepStrictEqual } from "node:util";
import { clock } from "#lib/clock.ts";
import { invalid, Refusal } from "#lib/refusals/refusal.ts";
import { isExpired, maxTokens, type StoredToken, type Token } from "#lib/site/credential.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { tokenId } from "#lib/store/credentials.ts";
import { readToken, readTokens, readTokenTally } from "#lib/store/listed-credentials.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { countToken, deleteToken, putToken } from "#lib/store/write-credentials.ts";

/**
 * Stores a new token. Refuses `duplicate` at `name` if another token has it, and `non_field_errors/too_many`.
 * Cost: four requests.
 */
export const createToken = (token: Token, hash: string): Promise<void> =>
  commitDecision(async () => {
    const room = roomForToken(token);
    // Problems with the name are reported first.
    room.catch(() => {});
    if (await readToken(token.name)) throw invalid("name", "duplicate", "There is a token of this name.");
    const writes = [...putToken({ token, hash }, undefined), await room];
    return { writes, value: undefined, outcome: { id: tokenId(hash) } };
  });

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

/**
 * The write by which a transaction that makes a token keeps to the limit, also when several are made at once.
 * Expired tokens do not count, nor do exchanged ones, of which each lives for minutes and a busy pipeline
 * makes many. Refuses `non_field_errors/too_many`. Cost: two requests.
 */
const roomForToken = async ({ name, userId }: Pick<Token, "name" | "userId">): Promise<Write> => {
  const counted = await readTokenTally(userId);
  const now = clock.now();
  const others = (await readTokens()).filter(
    ({ token }) => token.userId === userId && token.name !== name && !isExpired(token, now),
  );
  if (others.length < maxTokens) return countToken(userId, counted);
  throw invalid("non_field_errors", "too_many", tooManyTokens);
};

export const tooManyTokens = `A user has at most ${maxTokens} tokens; revoke one first, or let it expire.`;

/** Revokes a token, effective at once; false if there is none that `mayGo`. Cost: two requests. */
export const revokeToken = (name: string, mayGo: (token: Token) => boolean = () => true): Promise<boolean> =>
  commitDecision(async () => {
    const stored = await readToken(name);
    const goes = stored !== undefined && mayGo(stored.token);
    return { writes: goes ? deleteToken(stored) : [], value: goes };
  });

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
