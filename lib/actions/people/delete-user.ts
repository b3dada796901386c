import type { User } from "#lib/site/user.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { deleteUserRow } from "#lib/store/write-users.ts";

/** Removes an account and so ends its sessions and tokens; false if none `mayGo`. Cost: three requests. */
export const deleteUser = (username: string, mayGo: (user: User) => boolean): Promise<boolean> =>
  commitDecision(async () => {
    const user = await readUserByName(username);
    const goes = user !== undefined && mayGo(user);
    return { writes: goes ? deleteUserRow(user) : [], value: goes };
  });
