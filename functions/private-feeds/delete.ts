/** DELETE /api/accounts/feeds/{id}/ — revoke a feed of one's own */
import { revokePrivateFeed } from "#lib/actions/people/private-feeds.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deletePrivateFeed } from "#lib/routes/private-feeds.ts";

export const handler = endpoint(
  deletePrivateFeed,
  ({ params, principal }) => revokePrivateFeed(principal.user.id, params.id),
  { replay: () => {} },
);
