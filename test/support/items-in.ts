import type { Attributes } from "#lib/store/port/table-store.ts";
import { tableStore } from "#lib/store/table-store.ts";

/** What is in a partition, of whatever kind. */
export const itemsIn = async (pk: string): Promise<readonly Attributes[]> => {
  const items: Attributes[] = [];
  for await (const answer of tableStore().query({ pk })) items.push(...answer.items);
  return items;
};
