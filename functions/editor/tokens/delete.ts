/** DELETE /api/editor/tokens/{id}/ — revoke a token of one's own */
import { revokeOwnToken } from "#lib/actions/people/tokens.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteOwnToken } from "#lib/routes/editor-tokens.ts";

export const handler = endpoint(
  deleteOwnToken,
  ({ params, principal }) => revokeOwnToken(params.id, principal.user.id),
  { replay: () => {} },
);
