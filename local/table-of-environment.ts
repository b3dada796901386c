import { environmentVariables } from "./environment.ts";
import { useTableBeside } from "./open-table.ts";

/**
 * Lets this process use the table in the file that TABLE_FILE names, which the process that has started it
 * sets. Gives a function that closes it.
 */
export const openTableOfEnvironment = async (
  { TABLE_FILE }: Readonly<Record<string, string | undefined>> = environmentVariables(),
): Promise<(() => Promise<void>) | undefined> => (TABLE_FILE ? useTableBeside(TABLE_FILE) : undefined);
