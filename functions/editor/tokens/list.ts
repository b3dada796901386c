/** GET /api/editor/tokens/ — list one's own tokens, without their secrets */

import { endpoint } from "#lib/http/endpoint.ts";
import { listOwnTokens } from "#lib/routes/editor-tokens.ts";
import { readLastUses, tokenId } from "#lib/store/credentials.ts";
import { readTokens } from "#lib/store/listed-credentials.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { ownTokenView } from "#lib/surfaces/editor/whoami.ts";

export const handler = endpoint(listOwnTokens, async ({ query, principal, request }) => {
  const own = (await readTokens()).filter(({ token }) => token.userId === principal.user.id);
  return listWindow(own, query, request, async (shown) => {
    const lastUses = await readLastUses(shown.map(({ hash }) => hash));
    return shown.map(({ hash, token }) => ownTokenView(tokenId(hash), token, lastUses.get(hash) ?? null));
  });
});
