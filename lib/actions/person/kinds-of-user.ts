/** Rules of kinds with items that are all a user's, or that mention one once. */
import { certain } from "#lib/certain.ts";
import { getItem } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { keyOf, removeItem } from "#lib/store/person-writes.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import type { ItemKindName } from "#lib/store/stored-items.ts";
import type { Key, StoredItem } from "#lib/store/table.ts";
import type { NamedPerson } from "./named-person.ts";
import type { PersonalKind } from "./person-rule.ts";

/** They are erased by one write to the item as it is then; none if it has nothing of the user any more. */
export const ofUser = <Kind extends ItemKindName>(
  title: string,
  erasure: "removed" | "unnamed",
  hasSome: (item: StoredItem<Kind>, userId: number) => boolean,
  show: (item: StoredItem<Kind>) => object,
  write: (item: StoredItem<Kind>, userId: number) => Write[],
): PersonalKind<Kind> => {
  const has = (item: StoredItem<Kind>, { userId }: NamedPerson) =>
    userId !== undefined && hasSome(item, userId);
  return {
    title,
    erasure,
    dataOf: (item, person) => (has(item, person) ? [show(item)] : []),
    erase: (item, person) =>
      commitDecision(async () => {
        const now = await getItem(keyOf(item));
        const writes = now && has(now, person) ? write(now, certain(person.userId)) : [];
        return { writes, value: undefined };
      }),
  };
};

export const removal = ({ pk, sk }: Key): Write[] => [removeItem({ pk, sk })];

/** True if the partition is the user's own. */
export const isIn =
  (partitionOf: (userId: number) => string) =>
  ({ pk }: Key, userId: number): boolean =>
    pk === partitionOf(userId);
