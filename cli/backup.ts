import { join, resolve } from "node:path";
import { incomingIn, notWritten, openBackupFolder } from "#cli/backup/backup-folder.ts";
import { type BackupResult, makeBackup } from "#cli/backup/make-backup.ts";
import { openBackupSource } from "#cli/backup/source.ts";
import { verifyBackup } from "#cli/backup/verify-backup.ts";
import { progressOn } from "#cli/publish/progress.ts";
import { isStorageFull } from "#lib/refusals/engine-fault.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { counted, printJson, printLines, type RunCommand } from "./output.ts";

/** `lectern backup`: writes everything of a site to a folder. Exits with 1 if a file of media is lost. */
export const backUp: RunCommand = async (args, context) => {
  const options = { ...storeOptions, json: { type: "boolean" } } as const;
  const { FOLDER, json, ...choice } = parseArguments(args, options, ["FOLDER"]);
  const { stdout, stderr } = context;
  await using source = await openBackupSource(choice, context, join(incomingIn(resolve(FOLDER)), "copy"));
  await using opened = await openBackupFolder(FOLDER);
  using progress = progressOn(stderr);
  const result = await makeBackup(source, opened.folder, progress.show).catch((error: Error) => {
    throw isStorageFull(error) || "path" in error ? notWritten(opened.folder, error) : error;
  });
  progress.clear();
  if (json) printJson(stdout, result);
  else printLines(stdout, [reportOf(result, FOLDER)]);
  printLines(stderr, result.lost_files.map(lostLine));
  return result.lost_files.length > 0 ? 1 : 0;
};

const reportOf = ({ items, files, new_files, read_units }: BackupResult, folder: string): string =>
  `Backed up ${counted(items, "item")} and ${counted(files, "file")} (${new_files} new) to ${folder}; ${counted(Math.round(read_units), "read unit")}.`;

export const lostLine = (key: string): string =>
  `The file ${key} was missing or damaged, and is not in the backup.`;

/** `lectern backup verify`: compares a backup with its checksums. Exits with 1 if it differs. */
export const backupVerify: RunCommand = async (args, { stdout, stderr }) => {
  const { FOLDER, json } = parseArguments(args, { json: { type: "boolean" } }, ["FOLDER"]);
  const { summary, problems } = await verifyBackup(FOLDER);
  if (json) printJson(stdout, { ...summary, problems });
  else if (summary) {
    const items = Object.values(summary.items).reduce((sum, count) => sum + count, 0);
    printLines(stdout, [
      `${FOLDER} is whole: ${counted(items, "item")} and ${counted(summary.files, "file")}; restoring it takes about ${counted(summary.write_units, "write unit")}.`,
    ]);
    printLines(stderr, summary.lost_files.map(lostLine));
  } else printLines(stdout, problems);
  return problems.length > 0 ? 1 : 0;
};
