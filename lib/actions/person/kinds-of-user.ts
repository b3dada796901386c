/** Rules of kinds with items that are all a user's, or that mention one once. */
import { getItem, type Item } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { keyOf, removeItem } from "#lib/store/person-writes.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import type { NamedPerson } from "./named-person.ts";
import type { PersonalKind } from "./person-rule.ts";

/** They are erased by one write to the item as it is then; none if it has nothing of the user any more. */
export const ofUser = (
  title: string,
  erasure: "removed" | "unnamed",
  hasSome: (item: Item, userId: number) => boolean,
  show: (item: Item) => object,
  write: (item: Item, userId: number) => Write[],
): PersonalKind => {
  const has = (item: Item, { userId }: NamedPerson) => userId !== undefined && hasSome(item, userId);
  return {
    title,
    erasure,
    dataOf: (item, person) => (has(item, person) ? [show(item)] : []),
    erase: (item, person) =>
      commitDecision(async () => {
        const now = await getItem(keyOf(item));
        const writes = now && has(now, person) ? write(now, person.userId!) : [];
        return { writes, value: undefined };
      }),
  };
};

export const removal = (item: Item): Write[] => [removeItem(keyOf(item))];

/** True if the partition is the user's own. */
export const isIn =
  (partitionOf: (userId: number) => string) =>
  (item: Item, userId: number): boolean =>
    item.pk === partitionOf(userId);
