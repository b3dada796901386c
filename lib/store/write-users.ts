/** The writes that need the right `credentials:write` (stacks/table-statements.ts). */
import type { User } from "#lib/site/user.ts";
import { all, equal, isNew, type Write } from "#lib/store/port/table-store.ts";
import { putItem, updateItem } from "./items.ts";
import { endSetupMark } from "./setup.ts";
import { keys } from "./table.ts";

/**
 * Writes a user: new, with an unused name, if `readVersion` is null, else only if unchanged. With a new one,
 * no secret makes the first account any more.
 */
export const putUserRow = (user: User, readVersion: number | null): Write[] => {
  const key = keys.user(user.id);
  if (readVersion !== null) return [putItem(key, user, equal("version", readVersion))];
  const name = putItem(keys.username(user.username), { userId: user.id }, isNew);
  return [putItem(key, user, isNew), name, endSetupMark()];
};

/** Requires that the user is an active superuser when the transaction is written. */
export const requireSuperuserRow = (id: number): Write =>
  updateItem(
    keys.user(id),
    { set: { superuser: true } },
    all(equal("superuser", true), equal("active", true)),
  );

/** Removes a user, if unchanged since it was read, and frees the name. */
export const deleteUserRow = (user: User): Write[] => [
  { delete: keys.user(user.id), if: equal("version", user.version) },
  { delete: keys.username(user.username) },
];
