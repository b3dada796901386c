import { type CatalogFinding, isProblem, verifySite } from "#lib/catalog/verifying/verify-site.ts";
import { catalogFileIn } from "#local/data-directory.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { aligned, printJson, printLines, type RunCommand } from "./output.ts";

const options = { ...storeOptions, json: { type: "boolean" } } as const;

/** `lectern catalog verify`: compares catalog and snapshots with the table. Exits with 1 if one differs. */
export const catalogVerify: RunCommand = async (args, context) => {
  const { json, ...choice } = parseArguments(args, options, []);
  await using store = await openStore(choice, context);
  const catalogs = await verifySite(store.folder === undefined ? undefined : catalogFileIn(store.folder));
  if (json) printJson(context.stdout, { catalogs });
  else printLines(context.stdout, aligned(catalogs.flatMap(rowsOf)));
  return catalogs.some(isProblem) ? 1 : 0;
};

const words = {
  agrees: "agrees with the table",
  differs: "differs",
  unusable: "unusable",
  not_compared: "not compared",
} as const;

const rowsOf = ({ catalog, state, details }: CatalogFinding): readonly (readonly string[])[] =>
  details.length === 0 ? [[catalog, words[state]]] : details.map((detail) => [catalog, words[state], detail]);
