import type { Item } from "#lib/store/port/table-store.ts";
import { allItems } from "#lib/store/whole-table.ts";

export const wholeTable = async (): Promise<readonly Item[]> => {
  const whole: Item[] = [];
  for await (const { items } of allItems()) whole.push(...items);
  return whole;
};
