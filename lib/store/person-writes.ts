/** Writes that take a person out of items, or items with them, if these are as they were read. */
import type { Change } from "#lib/pages/change.ts";
import { equal, exists } from "#lib/store/port/condition.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import type { Item } from "./client.ts";
import type { Key } from "./table.ts";

export const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });

/** Leaves the author of a revision out, and what they saved it with. */
export const unnameRevision = (key: Key, userId: number): Write => ({
  update: key,
  changes: { set: { authorId: null }, remove: ["client"] },
  if: equal("authorId", userId),
});

/** Leaves the user of an audit entry out. */
export const unnameAudit = (key: Key, userId: number): Write => ({
  update: key,
  changes: { set: { userId: null } },
  if: equal("userId", userId),
});

/** Replaces what an entry of the change log says; whoever follows the log knows the same by its number. */
export const rewriteChange = (key: Key, read: string, next: Change): Write => ({
  update: key,
  changes: { set: { change: JSON.stringify(next) } },
  if: equal("change", read),
});

/** Removes an item that is there. */
export const removeItem = (key: Key): Write => ({
  delete: key,
  if: exists,
});

/** Removes a token's secret or a session, if it is the user's. */
export const removeCredentialOf = (key: Key, userId: number): Write => ({
  delete: key,
  if: equal("userId", userId),
});
