/** GET /api/editor/tokens/ — list one's own tokens, without their secrets */
import { endpoint } from "#lib/http/endpoint.ts";
import { rangeOf } from "#lib/queries/pagination.ts";
import { listOwnTokens } from "#lib/routes/editor-tokens.ts";
import { readLastUses, readTokens, tokenId } from "#lib/store/credentials.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { ownTokenView } from "#lib/surfaces/editor/own-token.ts";

export const handler = endpoint(listOwnTokens, async ({ query, principal, request }) => {
  const own = (await readTokens()).filter(({ token }) => token.userId === principal.user.id);
  const { offset, limit } = rangeOf(query, own.length);
  const shown = own.slice(offset, offset + limit);
  const lastUses = await readLastUses(shown.map(({ hash }) => hash));
  const items = shown.map(({ hash, token }) =>
    ownTokenView(tokenId(hash), token, lastUses.get(hash) ?? null),
  );
  return listEnvelope(items, own.length, query, request);
});
