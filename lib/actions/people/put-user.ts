import { isDeepStrictEqual } from "node:util";
import type { User } from "#lib/site/user.ts";
import { drawNumbers } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readUserByName } from "#lib/store/users.ts";
import { putUserRow } from "#lib/store/write-users.ts";

export type UserProperties = Omit<User, "id" | "username" | "version" | "signOuts">;

/** Creates or changes an account. Equal properties write nothing. Up to four requests. */
export const putUser = (
  username: string,
  properties: (current: User | undefined) => UserProperties,
): Promise<User> =>
  commitDecision(async () => {
    const current = await readUserByName(username);
    const next: User = {
      ...properties(current),
      // Without it, sessions that have ended would begin again.
      ...(current?.signOuts !== undefined && { signOuts: current.signOuts }),
      id: current?.id ?? (await drawNumbers("user")).user,
      username,
      version: (current?.version ?? 0) + 1,
    };
    if (current && isDeepStrictEqual({ ...next, version: current.version }, current))
      return { writes: [], value: current };
    return { writes: putUserRow(next, current?.version ?? null), value: next };
  });
