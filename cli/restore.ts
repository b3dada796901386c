import { resolve } from "node:path";
import { type RestoreResult, restoreBackup } from "#cli/backup/restore-backup.ts";
import { verifyBackup } from "#cli/backup/verify-backup.ts";
import { progressOn } from "#cli/publish/progress.ts";
import { removeCatalogFiles } from "#local/data-directory.ts";
import { becomeSite } from "#local/demo.ts";
import { requireSettings } from "#local/require-settings.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { lostLine } from "./backup.ts";
import { openStore } from "./open-store.ts";
import { counted, printJson, printLines, type RunCommand } from "./output.ts";

const options = {
  ...storeOptions,
  json: { type: "boolean", default: false },
} as const;

/** `lectern restore`: verifies a backup as a whole, and fills an empty service from it. */
export const restore: RunCommand = async (args, context) => {
  const { FOLDER, json, ...choice } = parseArguments(args, options, ["FOLDER"]);
  const { stdout, stderr } = context;
  const { summary, problems } = await verifyBackup(FOLDER);
  if (!summary) {
    printLines(stderr, [...problems, "Nothing was written."]);
    if (json) printJson(stdout, { error: { code: "damaged_backup", message: problems[0], problems } });
    return 1;
  }
  requireSettings();
  await using store = await openStore(choice, context, { creates: true, mayBeLost: true });
  const { folder } = store;
  const begin = async () => {
    if (folder === undefined) return;
    await becomeSite(folder);
    await removeCatalogFiles(folder);
  };
  using progress = progressOn(stderr);
  const result = await restoreBackup(resolve(FOLDER), summary, { begin, show: progress.show });
  progress.clear();
  if (json) printJson(stdout, { ...(result ?? nothing), lost_files: summary.lost_files });
  else printLines(stdout, [result ? reportOf(result) : doneBefore]);
  printLines(stderr, summary.lost_files.map(lostLine));
  return 0;
};

const nothing: RestoreResult = { items: 0, files: 0, write_units: 0 };

const doneBefore = "This backup was restored into this service before; nothing was written.";

const reportOf = ({ items, files, write_units }: RestoreResult): string =>
  `Restored ${counted(items, "item")} and ${counted(files, "file")}; ${counted(Math.round(write_units), "write unit")}.`;
