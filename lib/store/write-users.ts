/** The writes that need the right `credentials:write` (stacks/table-statements.ts). */
import type { User } from "#lib/site/user.ts";
import { all, equal, isNew } from "#lib/store/port/condition.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { keys } from "./table.ts";

/** Writes a user: new, with an unused name, if `readVersion` is null, else only if unchanged. */
export const putUserRow = (user: User, readVersion: number | null): Write[] => {
  const item = { ...keys.user(user.id), ...user };
  if (readVersion !== null) return [{ put: item, if: equal("version", readVersion) }];
  return [
    { put: item, if: isNew },
    { put: { ...keys.username(user.username), userId: user.id }, if: isNew },
  ];
};

/** Writes nothing new, and only if the user is an active superuser at that moment. */
export const requireSuperuserRow = (id: number): Write => ({
  update: keys.user(id),
  changes: { set: { superuser: true } },
  if: all(equal("superuser", true), equal("active", true)),
});

/** Removes a user, if unchanged since it was read, and frees the name. */
export const deleteUserRow = (user: User): Write[] => [
  { delete: keys.user(user.id), if: equal("version", user.version) },
  { delete: keys.username(user.username) },
];
