import { useTableStore } from "#lib/store/table-store.ts";
import { environmentVariables } from "./environment.ts";
import { openTable } from "./open-table.ts";

/**
 * Has this process use the table in the file that the process which has started it names in TABLE_FILE, if it
 * names one. Gives what closes it.
 */
export const openTableOfEnvironment = async (
  { TABLE_FILE }: Readonly<Record<string, string | undefined>> = environmentVariables(),
): Promise<(() => Promise<void>) | undefined> => {
  if (!TABLE_FILE) return undefined;
  const { store, close } = await openTable(TABLE_FILE);
  const leave = useTableStore(store);
  return async () => {
    leave();
    await close();
  };
};
