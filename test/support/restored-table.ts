import type { Item, Write } from "#lib/store/port/table-store.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { wholeTable } from "./whole-table.ts";

/** Replaces the content of the test's table with a copy from `wholeTable`. */
export const restoreTable = async (copy: readonly unknown[]): Promise<void> => {
  const copied = copy as readonly Item[];
  const nameOf = ({ pk, sk }: Item) => `${pk} ${sk}`;
  const kept = new Set(copied.map(nameOf));
  const lost = (await wholeTable()).filter((item) => !kept.has(nameOf(item)));
  const writes: Write[] = [
    ...lost.map(({ pk, sk }) => ({ delete: { pk: String(pk), sk: String(sk) } })),
    ...copied.map((item) => ({ put: item })),
  ];
  for (let start = 0; start < writes.length; start += 25)
    await tableStore().transact(writes.slice(start, start + 25));
};
