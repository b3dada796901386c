/** DELETE /api/admin/tokens/{id}/ — revoke a token of anybody */
import { revokeTokenById } from "#lib/actions/people/tokens.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { discardToken } from "#lib/routes/administration.ts";

export const handler = endpoint(discardToken, ({ params }) => revokeTokenById(params.id), {
  replay: () => {},
});
