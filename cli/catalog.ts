import { verifyCatalog as findDifferences } from "#lib/catalog/verify.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { printLines, type Run } from "./output.ts";

/** `lectern catalog verify`: compares a catalog that follows the change log with one made from the table. Status 1 when they differ. */
export const verifyCatalog: Run = async (args, surroundings) => {
  const choice = parseArguments(args, storeOptions, []);
  await using _store = await openStore(choice, surroundings);
  const differences = await findDifferences();
  printLines(
    surroundings.stdout,
    differences.length > 0 ? differences : ["The catalog agrees with the table."],
  );
  return differences.length > 0 ? 1 : 0;
};
