import { invalid } from "#lib/refusals/refuse-problems.ts";
import type { User } from "#lib/site/user.ts";
import { putUser, type UserProperties } from "./put-user.ts";

/** Makes an account. Refuses `duplicate` at `username`. Cost: as `putUser`. */
export const createUser = (username: string, properties: UserProperties): Promise<User> =>
  putUser(username, (current) => {
    if (current) throw invalid("username", "duplicate", `There is a user ${username} already.`);
    return properties;
  });
