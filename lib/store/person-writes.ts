/** Writes that remove a person from items, or whole items, if these are as they were read. */
import type { Change } from "#lib/pages/change.ts";
import { equal, exists, type Write } from "#lib/store/port/table-store.ts";
import { updateItem } from "./items.ts";
import type { ItemKindName } from "./stored-items.ts";
import type { Key, KeyOf, StoredItem } from "./table.ts";

/** The key of an item. */
export const keyOf = <Kind extends ItemKindName>({ pk, sk }: StoredItem<Kind>): KeyOf<Kind> =>
  ({ pk, sk }) as KeyOf<Kind>;

/** Leaves the author of a revision out, and what they saved it with. */
export const unnameRevision = (key: KeyOf<"revision">, userId: number): Write =>
  updateItem(key, { set: { authorId: null }, remove: ["client"] }, equal("authorId", userId));

/** Leaves the user of an audit entry out. */
export const unnameAudit = (key: KeyOf<"audit">, userId: number): Write =>
  updateItem(key, { set: { userId: null } }, equal("userId", userId));

/**
 * Replaces the content of an entry of the change log. Its number stays, so followers need not read it again.
 */
export const rewriteChange = (key: KeyOf<"change">, read: string, next: Change): Write =>
  updateItem(key, { set: { change: JSON.stringify(next) } }, equal("change", read));

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
