import type { Outcome } from "#lib/manifest/apply/outcome.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { InvalidManifest, problemLine } from "#lib/manifest/problem.ts";
import { requireSettings } from "#local/require-settings.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { printJson, printLines, type Run } from "./output.ts";

const options = {
  ...storeOptions,
  json: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
  prune: { type: "boolean", default: false },
} as const;

/** `lectern apply`: makes a site match a manifest. Problems go to `stderr`, one line each: `site.yaml:12: pages[0].slug: …`. */
export const apply: Run = async (args, surroundings) => {
  const { FILE, json, prune, "dry-run": dryRun, ...choice } = parseArguments(args, options, ["FILE"]);
  const { stdout, stderr, environment } = surroundings;
  requireSettings();
  await using _store = await openStore(choice, surroundings, { creates: true });
  try {
    const outcome = await applyManifest(FILE, {
      dryRun,
      prune,
      environment,
      warn: (problem) =>
        printLines(stderr, [
          `${FILE}:${problemLine({ ...problem, message: `warning: ${problem.message}` })}`,
        ]),
    });
    if (json) printJson(stdout, outcome);
    else printLines(stdout, [summaryOf(outcome, dryRun)]);
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

const summaryOf = ({ created, updated, unchanged, deleted }: Outcome, dryRun: boolean): string => {
  if (created + updated + deleted === 0) return `Nothing to change: all ${unchanged} are as the file says.`;
  const counts = `created ${created}, updated ${updated}, unchanged ${unchanged}, deleted ${deleted}`;
  return dryRun ? `Nothing was written. It would be: ${counts}.` : `Done: ${counts}.`;
};
