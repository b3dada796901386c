/** GET /api/admin/users/ — list the accounts, in the order in which they were made */

import { endpoint } from "#lib/http/endpoint.ts";
import { listUsers } from "#lib/routes/administration.ts";
import { readUsers } from "#lib/store/listed-credentials.ts";
import { shownUsers } from "#lib/surfaces/administration/accounts.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";

export const handler = endpoint(listUsers, async ({ principal, query, request }) => {
  const { groups } = principal.site;
  return listWindow(await readUsers(), query, request, (shown) => shownUsers(shown, groups));
});
