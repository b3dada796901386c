/** POST /api/admin/users/ — make an account */
import { createUser as createAccount } from "#lib/actions/people/users.ts";
import { certain } from "#lib/certain.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { addUser } from "#lib/routes/administration.ts";
import { accountProperties, newAccount, shownUsers } from "#lib/surfaces/administration/accounts.ts";

export const handler = endpoint(addUser, async ({ body: { username, ...fields }, principal }) => {
  const { groups } = principal.site;
  const properties = { ...newAccount, ...(await accountProperties(fields, principal.site, username)) };
  const [shown] = await shownUsers([await createAccount(username, properties)], groups);
  return certain(shown);
});
