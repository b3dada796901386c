import { firstChangesAfter, putChange } from "#lib/store/changes.ts";
import { updateItem } from "#lib/store/items.ts";
import { keys } from "#lib/store/table.ts";
import { tableStore } from "#lib/store/table-store.ts";

/** Draws change numbers as writers do that take their time, and gives the last. */
export const drawChangeNumbers = async (count: number): Promise<number> => {
  const drawn = await tableStore().write(updateItem(keys.sequence("CHANGES"), { add: { value: count } }));
  return drawn?.value as number;
};

/**
 * Does work, whose last change then has a number that was drawn earlier, as that of a slow writer; its other
 * changes are gone.
 */
export const underNumber = async (number: number, work: () => Promise<unknown>): Promise<void> => {
  const before = await drawChangeNumbers(1);
  await work();
  const entries = await firstChangesAfter(before, 10);
  for (const entry of entries) await tableStore().write({ delete: keys.change(entry.number, "CHANGES") });
  const { change, mark } = entries.at(-1)!;
  await tableStore().write(putChange({ number, mark }, change));
};
