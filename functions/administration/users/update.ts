/** PATCH /api/admin/users/{id}/ — change an account, its password included */
import { changeUser } from "#lib/actions/people/users.ts";
import { certain } from "#lib/certain.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { updateUser } from "#lib/routes/administration.ts";
import { readUserAndSiteVersion } from "#lib/store/users.ts";
import { accountProperties, shownUsers } from "#lib/surfaces/administration/accounts.ts";

const notFound = () => new Refusal("not_found", { detail: "User not found." });

export const handler = endpoint(updateUser, async ({ params, body, principal }) => {
  const { groups } = principal.site;
  const { user } = await readUserAndSiteVersion(params.id);
  if (!user) throw notFound();
  const changes = await accountProperties(body, principal.site, user.username);
  const [shown] = await shownUsers([await changeUser(user, changes, notFound)], groups);
  return certain(shown);
});
