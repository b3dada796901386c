import { allItems } from "#lib/store/all-items.ts";
import type { Item } from "#lib/store/port/table-store.ts";

export const wholeTable = async (): Promise<readonly Item[]> => {
  const whole: Item[] = [];
  for await (const { items } of allItems()) whole.push(...items);
  return whole;
};
