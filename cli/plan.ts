import { writeFile } from "node:fs/promises";
import { withKeysOnce } from "#cli/publish/keys-once.ts";
import { planned } from "#cli/publish/make-plan.ts";
import { noteOn } from "#cli/publish/notes.ts";
import { parsePublishOptions } from "#cli/publish/options.ts";
import { countsOf, planLines } from "#cli/publish/plan-report.ts";
import { prepare } from "#cli/publish/prepare.ts";
import { progressOn } from "#cli/publish/progress.ts";
import { refuseFiles } from "#cli/publish/report.ts";
import { createTerms, printMissingTerms } from "#cli/publish/terms.ts";
import { printJson, printLines, type RunCommand } from "./output.ts";
import { UsageError } from "./usage-error.ts";

/**
 * `lectern plan`: says what `publish` would do with the same arguments, and writes nothing. Exits with 0 if
 * all of it can be done, 1 if there is a conflict or a refusal, 2 if the command line or a file is wrong.
 */
export const plan: RunCommand = async (args, { environment, stdout, stderr }) => {
  const { out, ...options } = parsePublishOptions(args, "plan");
  using progress = progressOn(stderr);
  const isAnnotated = environment.GITHUB_ACTIONS === "true";
  const output = { stdout, stderr, progress, json: options.json, isAnnotated };
  const toBeMade = options.createTerms
    ? await createTerms(options, environment, { stderr, dryRun: true })
    : undefined;
  const prepared = await prepare(options, environment, progress, toBeMade);
  if ("problems" in prepared) {
    const status = refuseFiles(prepared, output);
    await printMissingTerms(prepared.problems, options, environment, stderr);
    return status;
  }
  const results = await planned(prepared, options, progress);
  const kept =
    options.prune && prepared.keepsGone === undefined
      ? []
      : prepared.gone.map(({ source, id, public_url }) => ({ file: source.path, id, url: public_url }));
  const document = { results, counts: countsOf(results), without_file: kept };
  if (out !== undefined) await keepPlan(out, { version: 1, ...document });
  if (options.json) printJson(stdout, document);
  else printLines(stdout, planLines(results));
  if (!options.json || isAnnotated) {
    for (const { file, errors, removed, warnings } of withKeysOnce(results)) {
      for (const error of errors) stderr.write(noteOn("error", file, error, isAnnotated));
      for (const warning of [...warnings, ...removed])
        stderr.write(noteOn("warning", file, warning, isAnnotated));
    }
  }
  const { held, keepsGone, asides } = prepared;
  if (!options.json) printLines(stderr, asides);
  if (options.prune && keepsGone !== undefined) printLines(stderr, [keepsGone]);
  await printMissingTerms(held, options, environment, stderr);
  if (held.size > 0) return 2;
  return results.some(({ errors }) => errors.length > 0) ? 1 : 0;
};

const keepPlan = (path: string, plan: unknown): Promise<void> =>
  writeFile(path, `${JSON.stringify(plan, null, 2)}\n`).catch(({ message }: Error) => {
    throw new UsageError(`The plan cannot be kept: ${message}`);
  });
