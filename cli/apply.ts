import type { Outcome, RemovableKind } from "#lib/manifest/apply/outcome.ts";
import { InvalidManifest, problemLine, warningLine } from "#lib/manifest/problem.ts";
import { parseArguments, siteOptions } from "./arguments.ts";
import { type AdministrationContext, printJson, printLines, type RunAdministration } from "./output.ts";
import { pruneValue, withPruneValue } from "./prune-option.ts";
import { readLine } from "./read-line.ts";

const options = {
  ...siteOptions,
  json: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
  prune: { type: "string" },
} as const;

/** `lectern apply`: makes a site match a manifest. Prints problems as `site.yaml:12: pages[0].slug: …`. */
export const apply: RunAdministration = async (args, context) => {
  const parsed = parseArguments(withPruneValue(args), options, ["FILE"]);
  const { FILE, json, prune: pruning, "dry-run": dryRun, ...choice } = parsed;
  const prune = pruneValue(pruning);
  const { stdout, stderr, environment } = context;
  await using site = await context.openSite(choice, context, { creates: true });
  try {
    const outcome = await site.applyFile(FILE, {
      ...{ dryRun, prune, environment, stderr },
      ...(context.stdin.isTTY && { mayEndDemo: () => agreesToEnd(context) }),
      warn: (problem) => printLines(stderr, [`${FILE}:${warningLine(problem)}`]),
    });
    if (json) printJson(stdout, outcome);
    else printLines(stdout, reportOf(outcome, { dryRun, prunesAll: prune === "all" }));
    return 0;
  } catch (error) {
    if (!(error instanceof InvalidManifest)) throw error;
    const { problems } = error;
    const lines = problems.map((problem) => `${FILE}:${problemLine(problem)}`);
    printLines(stderr, lines);
    if (json) printJson(stdout, { error: { code: "invalid_manifest", message: lines[0], problems } });
    return 1;
  }
};

const agreesToEnd = async (context: Pick<AdministrationContext, "stdin" | "stderr">): Promise<boolean> =>
  /^y(es)?$/i.test((await readLine("End the demo? [y/N]", context, { echoes: true })).trim());

interface Wishes {
  readonly dryRun: boolean;
  readonly prunesAll: boolean;
}

const reportOf = (outcome: Outcome, { dryRun, prunesAll }: Wishes): string[] => [
  ...(outcome.removed ?? []).map(
    ({ kind, name }) => `${dryRun ? "would delete" : "deleted"} ${kind} ${name}`,
  ),
  ...keptLines(outcome.kept ?? {}, prunesAll),
  ...(outcome.beside ?? []).map((thing) => `changed beside the manifest: ${thing}`),
  summaryOf(outcome, dryRun),
];

const keptLines = (kept: NonNullable<Outcome["kept"]>, prunesAll: boolean): string[] => {
  const counts = Object.entries(kept).map(
    ([kind, count]) => `${count} ${count === 1 ? kind : plurals[kind as RemovableKind]}`,
  );
  if (counts.length === 0) return [];
  const reason = prunesAll ? "they apply it" : "no manifest made them";
  return [
    `Not in the file, but kept, because ${reason} or because they hold something that is kept: ${counts.join(", ")}.`,
    ...(prunesAll ? [] : ["--prune=all deletes them too; with --dry-run it names them."]),
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
