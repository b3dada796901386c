import { isDeepStrictEqual } from "node:util";
import type { User } from "#lib/site/user.ts";
import { drawNumbers } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { putUserRow } from "#lib/store/write-users.ts";
import { keptSuperuser } from "./kept-superuser.ts";

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

/** How often all sessions of a user have ended: again with the account, so that none comes back with it. */
const signOutsAfter = (
  current: User | undefined,
  { active }: UserProperties,
): Pick<User, "signOuts"> | undefined => {
  if (current?.active && !active) return { signOuts: (current.signOuts ?? 0) + 1 };
  return current?.signOuts === undefined ? undefined : { signOuts: current.signOuts };
};
