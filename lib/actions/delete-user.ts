import { commitDecision } from "#lib/store/commit.ts";
import { deleteUser as deleteUserWrites, readUserByName } from "#lib/store/users.ts";

/** Removes the account of a name, whose sessions and tokens open nothing any more; false when there is none. Cost: three requests. */
export const deleteUser = (username: string): Promise<boolean> =>
  commitDecision(async () => {
    const user = await readUserByName(username);
    return { writes: user ? deleteUserWrites(user) : [], value: user !== undefined };
  });
