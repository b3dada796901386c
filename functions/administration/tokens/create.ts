/** POST /api/admin/tokens/ — make a token for an account; its secret is shown once */

import { usualScopes } from "#lib/access/new-token.ts";
import { hashOfSecret, newTokenSecret } from "#lib/access/secrets.ts";
import { createToken as storeToken } from "#lib/actions/people/tokens.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { invalid, Refusal } from "#lib/refusals/refusal.ts";
import { issueTokenToUser } from "#lib/routes/administration.ts";
import { tokenId } from "#lib/store/credentials.ts";
import { readTokens, readUserByName } from "#lib/store/listed-credentials.ts";
import { shownTokens, tokenForUser, tokenView } from "#lib/surfaces/administration/accounts.ts";

export const handler = endpoint(
  issueTokenToUser,
  async ({ body, principal }) => {
    const { user: username, name, scopes = usualScopes(), parents = null, collections = null } = body;
    const user = await readUserByName(username);
    if (!user) throw invalid("user", "not_found", `There is no user ${username}.`);
    const wishes = { name, scopes, parents, collections, expiresAt: body.expires_at ?? null };
    const token = await tokenForUser(principal, user.id, wishes);
    const secret = newTokenSecret();
    const hash = hashOfSecret(secret);
    await storeToken(token, hash);
    return { ...tokenView(tokenId(hash), token, { username, lastUsedAt: null }), secret };
  },
  {
    replay: async (_, { id }) => {
      const [made] = await shownTokens((await readTokens()).filter(({ hash }) => tokenId(hash) === id));
      if (!made) throw new Refusal("not_found", { detail: "Token not found." });
      return { ...made, secret: null };
    },
  },
);
