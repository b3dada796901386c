import { isDeepStrictEqual } from "node:util";
import type { User } from "#lib/site/user.ts";
import { drawNumbers } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { putUser as putUserWrites, readUserByName } from "#lib/store/users.ts";

/** What an account is beside its name. */
export type UserProperties = Omit<User, "id" | "username" | "version">;

/**
 * Makes or changes the account of a name. `properties` sees it as it is (undefined: there is none), and
 * refuses or says what it shall be; the same as before writes nothing. It runs again after a lost race. Cost:
 * three or four requests.
 */
export const putUser = (
  username: string,
  properties: (current: User | undefined) => UserProperties,
): Promise<User> =>
  commitDecision(async () => {
    const current = await readUserByName(username);
    const next: User = {
      ...properties(current),
      id: current?.id ?? (await drawNumbers("user")).user,
      username,
      version: (current?.version ?? 0) + 1,
    };
    if (current && isDeepStrictEqual({ ...next, version: current.version }, current))
      return { writes: [], value: current };
    return { writes: putUserWrites(next, current?.version ?? null), value: next };
  });
