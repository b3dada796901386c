import { clock } from "#lib/clock.ts";
import { applyChecked } from "#lib/manifest/apply/apply-checked.ts";
import type { LedgerEntries, Outcome } from "#lib/manifest/apply/outcome.ts";
import type { Pruning } from "#lib/manifest/apply/prune.ts";
import { isConcurrentChange, newRun, OutOfTime } from "#lib/manifest/apply/run.ts";
import type { ApplyingCaller } from "#lib/manifest/check/check-caller.ts";
import type { FoundInFile, MissingFile, SentFiles } from "#lib/manifest/media/sent-files.ts";
import { nestedTooDeeply } from "#lib/manifest/read/nesting.ts";
import { secretsFrom } from "#lib/manifest/read/written.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { uploadLimits } from "#lib/settings/uploads.ts";
import { checkManifest } from "./check-manifest.ts";
import { maxManifestProblems, messageText, type Path, type ProblemText } from "./problem.ts";
import { fileWords } from "./words.ts";

/** A problem at a place of the manifest: what is wrong, or what was expected. */
export interface PlacedProblem {
  readonly path: Path;
  readonly message: string;
}

/**
 * The state of an application. `invalid`: nothing was written, and the problems are all there are. `files`:
 * send the missing ones, and repeat the request. `checking` and `applying`: repeat the request. `stopped`:
 * something failed half way; applying again does the rest.
 */
export type PartState = "invalid" | "files" | "checking" | "applying" | "stopped" | "complete";

/** The result of one request that applies a manifest. */
export interface AppliedPart {
  readonly state: PartState;
  readonly problems: readonly PlacedProblem[];
  readonly warnings: readonly PlacedProblem[];
  readonly missing: readonly MissingFile[];
  readonly found: readonly FoundInFile[];
  /** Why it stopped. */
  readonly reasons: readonly string[];
  readonly entries: LedgerEntries;
  /** The outcome of this part alone; undefined unless the application is complete. */
  readonly outcome: Outcome | undefined;
}

export interface PartOptions {
  readonly dryRun: boolean;
  readonly pruning: Pruning | undefined;
  /** The values of `env:NAME`. */
  readonly variables: Readonly<Record<string, string>>;
  readonly exposed: boolean;
  readonly caller: ApplyingCaller;
  readonly files: SentFiles;
  /** False if nothing more is to be begun; one change is made in any case. */
  readonly hasTime: () => boolean;
}

/**
 * Applies as much of a manifest as there is time for, by the rules of `applyManifest`. Nothing is written as
 * long as there are problems, or files that are missing or were not looked into. Refuses `too_many_uploads`.
 */
export const applyPart = async (value: unknown, options: PartOptions): Promise<AppliedPart> => {
  const { dryRun, pruning, exposed, caller, files, hasTime } = options;
  const secretValue = secretsFrom(options.variables);
  const [problems, warnings]: [PlacedProblem[], PlacedProblem[]] = [[], []];
  const pruned = { prunes: pruning !== undefined, prunesAll: pruning === "all" };
  const run = newRun({ dryRun, ...pruned, now: clock.now(), secretValue, caller }, hasTime);
  const partIn = (state: PartState, more: Partial<AppliedPart> = {}): AppliedPart => ({
    ...{ state, problems, warnings, missing: [], found: files.found(), reasons: [] },
    ...{ entries: run.ledger.entries(), outcome: undefined, ...more },
  });
  const deep = nestedTooDeeply(value);
  if (deep) return partIn("invalid", { problems: [deep] });
  const checked = await checkManifest(value, {
    ...{ pruning, secretValue, exposed, caller, files },
    report: (path, message) => {
      if (problems.length < maxManifestProblems) problems.push(placed(path, message));
    },
    note: (path, message) => warnings.push(placed(path, message)),
  });
  const missing = missingNow(files, problems.length > 0);
  if (missing.length > 0) return partIn("files", { missing });
  if (files.areUnchecked()) return partIn("checking");
  if (problems.length > 0) return partIn("invalid");
  try {
    await applyChecked(checked, pruning, run);
    return partIn("complete", { outcome: run.ledger.outcome() });
  } catch (error) {
    if (error instanceof OutOfTime) return partIn("applying");
    if (dryRun || !isExpected(error)) throw error;
    return partIn("stopped", { reasons: reasonsOf(error) });
  }
};

const placed = (path: Path, message: ProblemText): PlacedProblem => ({
  path,
  message: messageText(message, fileWords),
});

/** The files to send now: nothing large while there are other problems, and nothing if it is too much. */
const missingNow = (files: SentFiles, hasProblems: boolean): readonly MissingFile[] => {
  const missing = files.missing();
  const { maxCount, maxBytes } = uploadLimits();
  const bytes = missing.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const areTooMany = missing.length > 0 && (missing.length + files.uploaded() > maxCount || bytes > maxBytes);
  if (areTooMany && !hasProblems)
    throw new Refusal("too_many_uploads", {
      detail:
        `The manifest names ${missing.length} new files of ${bytes} bytes, and ${maxCount} of ${maxBytes} bytes ` +
        "may be sent at a time; apply it with fewer media first, or raise SITE_UPLOADS_MAX_COUNT and SITE_UPLOADS_MAX_BYTES.",
    });
  if (!hasProblems) return missing;
  return areTooMany ? [] : missing.filter(({ isRecording }) => !isRecording);
};

/** True of what others or the limits of the service cause; other errors are bugs. */
const isExpected = (error: unknown): error is Error => error instanceof Refusal || isConcurrentChange(error);

const reasonsOf = (error: Error): readonly string[] => {
  const problems = error instanceof Refusal ? (error.details.problems ?? []) : [];
  return problems.length > 0 ? problems.map(({ message }) => message) : [error.message];
};
