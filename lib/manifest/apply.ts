import { dirname } from "node:path";
import { clock } from "#lib/clock.ts";
import { applyChecked } from "#lib/manifest/apply/apply-checked.ts";
import type { Outcome } from "#lib/manifest/apply/outcome.ts";
import { ApplyStopped, newRun } from "#lib/manifest/apply/run.ts";
import { folderFiles } from "#lib/manifest/media/folder-files.ts";
import { readFileSource, sourceFromValue } from "#lib/manifest/read/source.ts";
import { secretsFrom } from "#lib/manifest/read/written.ts";
import { checkManifest } from "./check-manifest.ts";
import { InvalidManifest, type ManifestProblem, messageText } from "./problem.ts";
import { fileWords } from "./words.ts";

/** Options of an application. */
export interface ApplyOptions {
  /** Writes nothing, and gives the outcome that a run would have. */
  readonly dryRun?: boolean;
  /**
   * Removes objects that manifests have made and this one does not name; `"all"`: all that it does not name.
   */
  readonly prune?: boolean | "all";
  /** The variables that `env:NAME` names; by default none is set. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The folder of media files, for a manifest that is a value; a file has them beside it. */
  readonly folder?: string;
  /** True if other machines can reach the service: weak secrets are then refused, not only warned of. */
  readonly exposed?: boolean;
  /** Receives warnings. */
  readonly warn?: (problem: ManifestProblem) => void;
}

/**
 * Makes the service match a manifest: a plain value, or the path of a YAML or JSON file. Objects are matched
 * by natural key, so a second run changes nothing. An absent field has its default, but owners, visible dates
 * and passwords stay. Throws `InvalidManifest` with all problems before anything is written. A run that fails
 * throws `ApplyStopped` with what it did so far; running it again completes it. The outcome counts what this
 * run did, not what concurrent ones did.
 */
export const applyManifest = async (
  manifest: string | object,
  {
    dryRun = false,
    prune: prunes = false,
    environment = {},
    folder = ".",
    exposed = false,
    warn = () => {},
  }: ApplyOptions = {},
): Promise<Outcome> => {
  const source = typeof manifest === "string" ? await readFileSource(manifest) : sourceFromValue(manifest);
  const secretValue = secretsFrom(environment);
  const files = folderFiles(typeof manifest === "string" ? dirname(manifest) : folder);
  const pruning = prunes === true ? "made" : prunes || undefined;
  const notes: ManifestProblem[] = [];
  const checked = await checkManifest(source.value, {
    ...{ pruning, secretValue, exposed, files, report: source.report },
    note: (path, message) => notes.push(source.problemAt(path, messageText(message, fileWords))),
  });
  const problems = source.problems();
  if (problems.length > 0) throw new InvalidManifest(problems);
  for (const note of notes) warn(note);
  const run = newRun({
    dryRun,
    ...{ prunes: pruning !== undefined, prunesAll: pruning === "all" },
    now: clock.now(),
    secretValue,
  });
  await applyChecked(checked, pruning, run).catch((error: unknown) => {
    throw dryRun ? error : new ApplyStopped(error, run.ledger.outcome());
  });
  return run.ledger.outcome();
};
