import { invalid } from "#lib/refusals/refuse-problems.ts";
import { administrates, type User } from "#lib/site/user.ts";
import { readUsers } from "#lib/store/listed-credentials.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { requireSuperuserRow } from "#lib/store/write-users.ts";

/**
 * What the transaction of a change has to contain so that the site keeps an active superuser, whatever others
 * change at the moment; `after` is undefined for an account that is removed. Refuses `superuser/invalid` or
 * `active/invalid` for the last one. Cost: reads all accounts, if a superuser is to be none any more.
 */
export const keptSuperuser = async (before: User | undefined, after: User | undefined): Promise<Write[]> => {
  if (!before || !administrates(before) || (after && administrates(after))) return [];
  const other = (await readUsers()).find((user) => user.id !== before.id && administrates(user));
  if (other) return [requireSuperuserRow(other.id)];
  throw invalid(
    after?.superuser === false ? "superuser" : "active",
    "invalid",
    lastSuperuser(before.username),
  );
};

/** Why the account stays what it is. */
export const lastSuperuser = (username: string): string =>
  `${username} is the only active superuser; without one, nobody could administrate the site. Make another first.`;
