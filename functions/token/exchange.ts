/** POST /api/token/ — exchange an OIDC token of a trusted issuer for a token of 15 minutes */
import { exchangeToken } from "#lib/actions/people/exchange-token.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { accessTokenType, exchangeForToken } from "#lib/routes/token.ts";
import { subjectTokenIn } from "#lib/surfaces/accounts/token-exchange.ts";

export const handler = endpoint(exchangeForToken, async ({ body, request, warn, note }) => {
  const { token, scopes } = subjectTokenIn(body, request);
  const { secret, expiresInSeconds, holder } = await exchangeToken(
    token,
    scopes,
    request.address,
    (reason, details) => warn(`A token of another service was refused: ${reason}.`, details),
  );
  note("token exchanged", holder);
  return {
    access_token: secret,
    issued_token_type: accessTokenType,
    token_type: "Bearer" as const,
    expires_in: expiresInSeconds,
  };
});
