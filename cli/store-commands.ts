import type { Command } from "./command.ts";

const where = "[--data DIR | --stage NAME]";

/** The commands that need the store itself. */
export const storeCommands: readonly Command[] = [
  {
    words: "catalog verify",
    usage: `[--json] ${where}`,
    summary: "compare the catalog of the service and the stored snapshots with the table",
    load: async () => (await import("./catalog.ts")).catalogVerify,
  },
  {
    words: "files verify",
    usage: `[--json] ${where}`,
    summary: "compare the files of media with the table: missing, damaged, left over",
    load: async () => (await import("./files.ts")).filesVerify,
  },
];
