/** POST /api/editor/tokens/ — make a token, whose secret is shown once */

import { newToken } from "#lib/access/new-token.ts";
import { hashOfSecret, newTokenSecret } from "#lib/access/secrets.ts";
import { createToken } from "#lib/actions/people/tokens.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { createOwnToken } from "#lib/routes/editor-tokens.ts";
import { readLastUses, tokenId } from "#lib/store/credentials.ts";
import { readTokens } from "#lib/store/listed-credentials.ts";
import { ownTokenView } from "#lib/surfaces/editor/whoami.ts";

export const handler = endpoint(
  createOwnToken,
  async ({ body, principal }) => {
    const { name, scopes = null, parents = null, collections = null, expires_at: expiresAt = null } = body;
    const token = await newToken(principal, { name, scopes, parents, collections, expiresAt });
    const secret = newTokenSecret();
    const hash = hashOfSecret(secret);
    await createToken(token, hash);
    return { ...ownTokenView(tokenId(hash), token, null), secret };
  },
  {
    replay: async ({ principal }, { id }) => {
      const own = (await readTokens()).find(
        ({ token, hash }) => token.userId === principal.user.id && tokenId(hash) === id,
      );
      if (!own) throw new Refusal("not_found", { detail: "Token not found." });
      const lastUses = await readLastUses([own.hash]);
      return { ...ownTokenView(id, own.token, lastUses.get(own.hash) ?? null), secret: null };
    },
  },
);
