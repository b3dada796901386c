import { invalid } from "#lib/refusals/refuse-problems.ts";
import type { User } from "#lib/site/user.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserId } from "#lib/store/listed-credentials.ts";
import { putUserRow } from "#lib/store/write-users.ts";
import type { UserProperties } from "./put-user.ts";

/** Makes an account. Refuses `duplicate` at `username`. Cost: three requests. */
export const createUser = (username: string, properties: UserProperties): Promise<User> =>
  commitDecision(async ({ beginIds, ids }) => {
    beginIds("user");
    if ((await readUserId(username)) !== undefined)
      throw invalid("username", "duplicate", `There is a user ${username} already.`);
    const user: User = { ...properties, id: (await ids("user")).user, username, version: 1 };
    return { writes: putUserRow(user, null), value: user };
  });
