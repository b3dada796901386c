import { findConnection } from "#cli/publish/connection.ts";
import { prepare } from "#cli/publish/prepare.ts";
import { progressOn } from "#cli/publish/progress.ts";
import { refuseFiles } from "#cli/publish/report.ts";
import { newFiles } from "#cli/pull/new-files.ts";
import { parsePullOptions } from "#cli/pull/options.ts";
import { pathFault } from "#cli/pull/place.ts";
import { comparedFiles, heldResults, strayResult, writePulled } from "#cli/pull/pull-folder.ts";
import { pullReport } from "#cli/pull/report.ts";
import type { RunCommand } from "./output.ts";
import { UsageError } from "./usage-error.ts";

/**
 * `lectern pull`: writes what editors have changed in the service into the files of a folder. Exits with 0
 * if all files say what their pages say, or are newer, 1 if there is a conflict or a file cannot be written,
 * 2 if the command line or a file is wrong.
 */
export const pull: RunCommand = async (args, { environment, stdout, stderr }) => {
  const options = parsePullOptions(args);
  const { json, dryRun, addsNew } = options;
  using progress = progressOn(stderr);
  const prepared = await prepare({ ...options, force: false }, environment, progress);
  if ("problems" in prepared) return refuseFiles(prepared, { stdout, stderr, progress, json });
  if (prepared.posts.some(({ source }) => !source.origin))
    throw new UsageError("pull takes folders, whose files the service knows, and no single files");
  const connection = await findConnection(options, environment);
  const report = pullReport({ stdout, stderr, progress, json, dryRun });
  const work = { prepared, connection, options, progress };
  const posts = [...(await comparedFiles(work)), ...(addsNew ? await newFiles(work) : [])];
  const faults = prepared.withoutFile.flatMap((page) => {
    const fault = pathFault(page.source.path);
    return fault === undefined ? [] : [strayResult(page, fault)];
  });
  if (dryRun) for (const { result } of posts) report.finished(result);
  else await writePulled(posts, work, report.finished);
  for (const result of [...faults, ...heldResults(prepared.held)]) report.finished(result);
  const stray = prepared.withoutFile.filter(({ source }) => pathFault(source.path) === undefined);
  return report.end(stray.map(({ id, public_url: url, source }) => ({ file: source.path, id, url })));
};
