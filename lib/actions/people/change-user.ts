import type { User } from "#lib/site/user.ts";
import { putUser, type UserProperties } from "./put-user.ts";

/**
 * Changes an account, of which at least the name is known. `missing` makes what is thrown if there is none,
 * or another one has the name by now. Cost: as `putUser`.
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
