import type { Outcome, RemovableKind } from "#lib/manifest/apply/outcome.ts";
import { type ApplyOptions, applyManifest } from "#lib/manifest/apply.ts";
import { InvalidManifest, problemLine, warningLine } from "#lib/manifest/problem.ts";
import { isLoopback } from "#lib/outbound/loopback.ts";
import { readHost } from "#local/data-directory/host.ts";
import { becomeSite, demoHasEnded, purposeOf } from "#local/demo.ts";
import { requireSettings } from "#local/require-settings.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { type CommandContext, printJson, printLines, type RunCommand } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const options = {
  ...storeOptions,
  json: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
  prune: { type: "string" },
} as const;

/** `lectern apply`: makes a site match a manifest. Prints problems as `site.yaml:12: pages[0].slug: …`. */
export const apply: RunCommand = async (args, context) => {
  const parsed = parseArguments(withPruneValue(args), options, ["FILE"]);
  const { FILE, json, prune: pruning, "dry-run": dryRun, ...choice } = parsed;
  const prune = pruning !== undefined && pruneValue(pruning);
  const { stdout, stderr, environment } = context;
  requireSettings();
  await using store = await openStore(choice, context, { creates: true });
  try {
    const exposed = choice.stage !== undefined || (await othersReach(store.folder));
    const way = { prune, environment, exposed };
    if (store.folder !== undefined && !dryRun) await giveToSite(store.folder, FILE, way, stderr);
    const outcome = await applyManifest(FILE, {
      ...way,
      dryRun,
      warn: (problem) => printLines(stderr, [`${FILE}:${warningLine(problem)}`]),
    });
    if (json) printJson(stdout, outcome);
    else printLines(stdout, reportOf(outcome, dryRun));
    return 0;
  } catch (error) {
    if (!(error instanceof InvalidManifest)) throw error;
    printLines(
      stderr,
      error.problems.map((problem) => `${FILE}:${problemLine(problem)}`),
    );
    return 1;
  }
};

/** True if other machines could reach the folder's service, now or when it last ran. */
const othersReach = async (folder: string | undefined): Promise<boolean> => {
  const host = folder === undefined ? undefined : await readHost(folder);
  return host !== undefined && !isLoopback(host);
};

const giveToSite = async (
  folder: string,
  file: string,
  way: ApplyOptions,
  stderr: CommandContext["stderr"],
): Promise<void> => {
  if ((await purposeOf(folder)) !== "site") await applyManifest(file, { ...way, dryRun: true });
  if (await becomeSite(folder)) printLines(stderr, [demoHasEnded(folder)]);
};

/** `--prune` takes an optional value, which `parseArgs` does not support. */
const withPruneValue = (args: readonly string[]): string[] => {
  const end = args.indexOf("--");
  return args.map((word, index) => (word === "--prune" && (end < 0 || index < end) ? "--prune=" : word));
};

const pruneValue = (value: string): true | "all" => {
  if (value !== "" && value !== "all")
    throw new UsageError(`--prune is given alone or as --prune=all, not as '--prune=${value}'`);
  return value === "all" ? "all" : true;
};

const reportOf = (outcome: Outcome, dryRun: boolean): string[] => [
  ...(outcome.removed ?? []).map(
    ({ kind, name }) => `${dryRun ? "would delete" : "deleted"} ${kind} ${name}`,
  ),
  ...keptLines(outcome.kept ?? {}),
  summaryOf(outcome, dryRun),
];

const keptLines = (kept: NonNullable<Outcome["kept"]>): string[] => {
  const counts = Object.entries(kept).map(
    ([kind, count]) => `${count} ${count === 1 ? kind : plurals[kind as RemovableKind]}`,
  );
  if (counts.length === 0) return [];
  return [
    `Not in the file, but kept, because no manifest made them or because they hold something that is kept: ${counts.join(", ")}.`,
    "--prune=all deletes them too; with --dry-run it names them.",
  ];
};

const plurals: Readonly<Record<RemovableKind, string>> = {
  token: "tokens",
  webhook: "webhooks",
  trust: "trusts",
  user: "users",
  page: "pages",
  season: "seasons",
  image: "images",
  audio: "audios",
  video: "videos",
  group: "groups",
  category: "categories",
  author: "authors",
  redirect: "redirects",
  workflow: "workflows",
  collection: "collections",
};

const summaryOf = ({ created, updated, unchanged, deleted }: Outcome, dryRun: boolean): string => {
  if (created + updated + deleted === 0) return `Nothing to change: all ${unchanged} are as the file says.`;
  const counts = `created ${created}, updated ${updated}, unchanged ${unchanged}, deleted ${deleted}`;
  return dryRun ? `Nothing was written. Without --dry-run: ${counts}.` : `Done: ${counts}.`;
};
