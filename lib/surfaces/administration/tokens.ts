import type * as z from "zod/mini";
import { newToken, type TokenRequest } from "#lib/access/new-token.ts";
import type { Principal } from "#lib/access/principal.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import type { administeredToken } from "#lib/routes/administration.ts";
import type { StoredToken, Token } from "#lib/site/credential.ts";
import { readLastUses, tokenId } from "#lib/store/credentials.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { ownTokenView } from "#lib/surfaces/editor/own-token.ts";

/** A token of anybody, without its secret (contract#administered-tokens). */
export const tokenView = (
  id: number,
  token: Token,
  { username, lastUsedAt }: { readonly username: string | null; readonly lastUsedAt: string | null },
): z.input<typeof administeredToken> => {
  const { id: _, name, ...view } = ownTokenView(id, token, lastUsedAt);
  return { id, name, user: username, ...view, from_manifest: token.fromManifest === true };
};

/**
 * A token for a user, as wished; null scopes make one that may do all that its user may. One that a token
 * makes has no scope that the other lacks, and does not outlive it. Refuses `validation_error`.
 */
export const tokenForUser = async (
  principal: Principal,
  userId: number,
  requested: TokenRequest,
): Promise<Token> => {
  refuseProblems(surplus(principal, requested));
  const token = await newToken(principal, { ...requested, scopes: requested.scopes ?? [] });
  return { ...token, userId, scopes: requested.scopes };
};

const surplus = ({ token }: Principal, { scopes, expiresAt }: TokenRequest): Problem[] => {
  const own = token?.scopes ?? null;
  const end = token?.expiresAt;
  const isBeyond = own !== null && (scopes === null || scopes.some((scope) => !own.includes(scope)));
  const isLater = end !== undefined && (expiresAt === null || expiresAt > end);
  return [
    ...(isBeyond ? [{ ...beyond, message: `This token may give these scopes: ${own.join(", ")}.` }] : []),
    ...(isLater ? [{ ...later, message: `The token that makes it ends at ${end}.` }] : []),
  ];
};

const beyond = { path: "scopes", code: "invalid_choice" } as const;
const later = { path: "expires_at", code: "max_value" } as const;

/** Tokens as administrators see them. Cost: two requests for 100. */
export const shownTokens = async (tokens: readonly StoredToken[]) => {
  const [usernames, lastUses] = await Promise.all([
    readUsernames(tokens.map(({ token }) => token.userId)),
    readLastUses(tokens.map(({ hash }) => hash)),
  ]);
  return tokens.map(({ token, hash }) =>
    tokenView(tokenId(hash), token, {
      username: usernames.get(token.userId) ?? null,
      lastUsedAt: lastUses.get(hash) ?? null,
    }),
  );
};
