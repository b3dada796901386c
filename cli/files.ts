import { type FileMismatch, verifyFiles } from "#lib/actions/media/verify-files.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { aligned, printJson, printLines, type RunCommand } from "./output.ts";

const options = { ...storeOptions, json: { type: "boolean" } } as const;

/** `lectern files verify`: compares the stored files with the table's media. Exits with 1 if they differ. */
export const filesVerify: RunCommand = async (args, context) => {
  const { json, ...choice } = parseArguments(args, options, []);
  await using _store = await openStore(choice, context);
  const comparison = await verifyFiles();
  const { files, problems } = comparison;
  if (json) printJson(context.stdout, comparison);
  else if (problems.length > 0) printLines(context.stdout, aligned(problems.map(cellsOf)));
  else
    printLines(context.stdout, [`All ${files} files of media are there and intact; nothing is left over.`]);
  return problems.length > 0 ? 1 : 0;
};

const words = { missing: "missing", damaged: "damaged", left_over: "left over" } as const;

const cellsOf = ({ problem, key, media }: FileMismatch): readonly string[] => [words[problem], media, key];
