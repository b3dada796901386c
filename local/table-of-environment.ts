import { environmentVariables } from "./environment.ts";
import { useTableBeside } from "./open-table.ts";

/**
 * Has this process use the table in the file that the process which has started it names in TABLE_FILE, if it
 * names one. Gives what closes it.
 */
export const openTableOfEnvironment = async (
  { TABLE_FILE }: Readonly<Record<string, string | undefined>> = environmentVariables(),
): Promise<(() => Promise<void>) | undefined> => (TABLE_FILE ? useTableBeside(TABLE_FILE) : undefined);
