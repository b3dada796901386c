import type { User } from "#lib/site/user.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { deleteUserRow } from "#lib/store/write-users.ts";
import { keptSuperuser } from "./kept-superuser.ts";

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
