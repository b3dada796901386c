import type { StoredToken } from "#lib/site/credential.ts";
import { readLastUses, tokenId } from "#lib/store/credentials.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { tokenView } from "./tokens.ts";

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
