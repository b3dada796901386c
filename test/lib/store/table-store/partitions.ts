import { randomUUID } from "node:crypto";
import type { Attributes, Item, Items } from "#lib/store/port/table-store.ts";

const own = `TRIED#${randomUUID()}`;

/** A partition of this run. */
export const ownPartition = (): string => own;

export const keyIn = (sk: string): Item => ({ pk: own, sk });

export const itemsOf = async (answers: AsyncIterable<Items>): Promise<Attributes[]> => {
  const items: Attributes[] = [];
  for await (const answer of answers) items.push(...answer.items);
  return items;
};
