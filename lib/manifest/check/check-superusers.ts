import { lastSuperuser } from "#lib/actions/people/kept-superuser.ts";
import { goesUnnamed, type Pruning } from "#lib/manifest/apply/prune.ts";
import type { Report } from "#lib/manifest/problem.ts";
import type { Manifest } from "#lib/manifest/read/read-manifest.ts";
import { administrates, type User } from "#lib/site/user.ts";

/** Reports a file after which a site that has an active superuser would have none. */
export const checkSuperusers = (
  { users }: Pick<Manifest, "users">,
  stored: readonly User[],
  pruning: Pruning | undefined,
  report: Report,
): void => {
  const named = new Map(users.map((user) => [user.value.username, user]));
  const former = stored.filter(administrates);
  const [last] = former;
  const staying = former.filter((user) => !named.has(user.username) && !goesUnnamed(user, pruning));
  if (!last || staying.length > 0 || users.some(({ value }) => administrates(value))) return;
  const { at, value } = former.map(({ username }) => named.get(username)).find(Boolean) ?? {};
  const place = at && value ? [...at, value.superuser ? "active" : "superuser"] : ["users"];
  report(place, lastSuperuser(value?.username ?? last.username));
};
