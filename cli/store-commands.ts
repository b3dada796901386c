import type { Command } from "./command.ts";

const where = "[--data DIR | --stage NAME]";

/** The commands that need the store itself. */
export const storeCommands: readonly Command[] = [
  {
    words: "apply",
    usage: `FILE [--json] [--dry-run] [--prune | --prune=all] ${where}`,
    summary:
      "make a site match a manifest; --prune deletes what earlier manifests made and this one leaves out, --prune=all everything it leaves out",
    load: async () => (await import("./apply.ts")).apply,
  },
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
