import { randomUUID } from "node:crypto";
import type { Item, Items } from "#lib/store/port/table-store.ts";
import type { Key } from "#lib/store/table.ts";

const own = `TRIED#${randomUUID()}`;

/** A partition of this run. */
export const ownPartition = (): string => own;

export const keyIn = (sk: string): Key & Item => ({ pk: own, sk });

export const itemsOf = async (answers: AsyncIterable<Items>): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const answer of answers) items.push(...answer.items);
  return items;
};
