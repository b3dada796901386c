import type { Command } from "./command.ts";

const where = "[--data DIR | --stage NAME]";

/** The commands that need the store itself. */
export const storeCommands: readonly Command[] = [
  {
    words: "backup verify",
    usage: "FOLDER [--json]",
    summary: "compare a backup with its checksums; this needs no service",
    load: async () => (await import("./backup.ts")).backupVerify,
  },
  {
    words: "backup",
    usage: `FOLDER [--json] ${where}`,
    summary:
      "write everything of a site to a folder, with its media; into the same folder again, only what is new is copied",
    load: async () => (await import("./backup.ts")).backUp,
  },
  {
    words: "restore",
    usage: `FOLDER [--json] ${where}`,
    summary: "fill an empty service from a backup",
    load: async () => (await import("./restore.ts")).restore,
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
  {
    words: "files restore",
    usage: `[--from FOLDER] [--json] ${where}`,
    summary: "bring back files that media lack: from the versions of the bucket, or from a backup",
    load: async () => (await import("./files.ts")).filesRestore,
  },
  {
    words: "pause",
    usage: "--stage NAME [--keep-cache] [--json]",
    summary:
      "stop a deployed stage at once, so that it costs next to nothing; visitors get 503, and nothing is lost",
    load: async () => (await import("./pause.ts")).pause,
  },
  {
    words: "resume",
    usage: "--stage NAME [--json]",
    summary: "end the pause of a stage",
    load: async () => (await import("./pause.ts")).resume,
  },
  {
    words: "setup",
    usage: "--stage NAME [--json]",
    summary: "print the address at which the first account of an empty stage is made, within an hour",
    load: async () => (await import("./setup.ts")).setUpStage,
  },
  {
    words: "person export",
    usage: `USERNAME | --email ADDRESS | --name NAME [--output FILE] ${where}`,
    summary:
      "print everything that is stored of a person, as JSON: of an account, or of a visitor who commented under that address and name",
    load: async () => (await import("./person.ts")).personExport,
  },
  {
    words: "person erase",
    usage: `USERNAME | --email ADDRESS | --name NAME [--yes] [--json] ${where}`,
    summary:
      "say what would be erased of a person, and with --yes erase it for good; posts stay, without their author",
    load: async () => (await import("./person.ts")).personErase,
  },
  {
    words: "logs",
    usage: `[--route ID] [--status 5xx] [--since 1h] [--jobs] [--follow] [--maps FOLDER] [--json] ${where}`,
    summary: "print the log of requests, or of jobs, of the last hour; --follow goes on with what comes",
    load: async () => (await import("./logs.ts")).logs,
  },
  {
    words: "rollback",
    usage: "--stage NAME [--to RELEASE] [--dry-run]",
    summary: "let a deployed stage go back to the release before, or to another one, within a minute",
    load: async () => (await import("./rollback.ts")).rollback,
  },
  {
    words: "releases prune",
    usage: "--stage NAME [--keep 5]",
    summary: "remove all but the newest releases of a deployed stage, with the versions of their functions",
    load: async () => (await import("./releases.ts")).pruneReleases,
  },
  {
    words: "releases",
    usage: "--stage NAME [--json]",
    summary: "list the releases that a deployed stage can go back to",
    load: async () => (await import("./releases.ts")).listReleases,
  },
];
