import { isDeepStrictEqual } from "node:util";
import { invalid } from "#lib/refusals/refusal.ts";
import { administrates, type User } from "#lib/site/user.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { drawNumbers } from "#lib/store/items.ts";
import { readUserByName, readUserId, readUsers } from "#lib/store/listed-credentials.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { deleteUserRow, putUserRow, requireSuperuserRow } from "#lib/store/write-users.ts";

export type UserProperties = Omit<User, "id" | "username" | "version" | "signOuts">;

/**
 * Creates or changes an account. Equal properties write nothing. Refuses `superuser/invalid` or
 * `active/invalid` for the last superuser. Up to four requests, one more for a superuser who ends to be one.
 */
export const putUser = (
  username: string,
  properties: (current: User | undefined) => UserProperties,
): Promise<User> =>
  commitDecision(async () => {
    const current = await readUserByName(username);
    const asked = properties(current);
    const next: User = {
      ...asked,
      ...signOutsAfter(current, asked),
      id: current?.id ?? (await drawNumbers("user")).user,
      username,
      version: (current?.version ?? 0) + 1,
    };
    if (current && isDeepStrictEqual({ ...next, version: current.version }, current))
      return { writes: [], value: current };
    const kept = await keptSuperuser(current, next);
    return { writes: [...putUserRow(next, current?.version ?? null), ...kept], value: next };
  });

/**
 * The number of times that all sessions of a user have ended. It goes on with the account, so that none comes
 * back with it.
 */
const signOutsAfter = (
  current: User | undefined,
  { active }: UserProperties,
): Pick<User, "signOuts"> | undefined => {
  if (current?.active && !active) return { signOuts: (current.signOuts ?? 0) + 1 };
  return current?.signOuts === undefined ? undefined : { signOuts: current.signOuts };
};

/** Makes an account. Refuses `duplicate` at `username`. Cost: three requests. */
export const createUser = (username: string, properties: UserProperties): Promise<User> =>
  commitDecision(async ({ beginIds, ids }) => {
    beginIds("user");
    if ((await readUserId(username)) !== undefined)
      throw invalid("username", "duplicate", `There is a user ${username} already.`);
    const user: User = { ...properties, id: (await ids("user")).user, username, version: 1 };
    return { writes: putUserRow(user, null), value: user };
  });

/**
 * Changes an account that is known at least by its name. `missing` makes the error for an account that does
 * not exist, or whose name another one has by now. Cost: as `putUser`.
 */
export const changeUser = (
  { username, id }: Pick<User, "username"> & Partial<Pick<User, "id">>,
  changes: Partial<UserProperties>,
  missing: () => Error,
): Promise<User> =>
  putUser(username, (current) => {
    if (!current || (id !== undefined && current.id !== id)) throw missing();
    const { id: _, username: __, version, ...properties } = current;
    return { ...properties, ...changes };
  });

/**
 * Removes an account and so ends its sessions and tokens; false if none `mayGo`. Refuses `active/invalid` for
 * the last superuser. Cost: three requests, four for a superuser.
 */
export const deleteUser = (username: string, mayGo: (user: User) => boolean): Promise<boolean> =>
  commitDecision(async () => {
    const user = await readUserByName(username);
    const goes = user !== undefined && mayGo(user);
    const writes = goes ? [...deleteUserRow(user), ...(await keptSuperuser(user, undefined))] : [];
    return { writes, value: goes };
  });

/**
 * The writes by which a transaction keeps an active superuser on the site, whatever others change at the same
 * time; `after` is undefined for an account that is removed. Refuses `superuser/invalid` or `active/invalid`
 * for the last one. Cost: reads all accounts, if the account is to be no superuser any more.
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
