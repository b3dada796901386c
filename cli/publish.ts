import { addressOf } from "#cli/publish/address.ts";
import { feedsOf } from "#cli/publish/feeds.ts";
import { withKeysOnce } from "#cli/publish/keys-once.ts";
import { planned } from "#cli/publish/make-plan.ts";
import { noteOn } from "#cli/publish/notes.ts";
import { parsePublishOptions } from "#cli/publish/options.ts";
import type { OwnedPage } from "#cli/publish/owned-pages.ts";
import { changedSince } from "#cli/publish/plan-entry.ts";
import { readPlan } from "#cli/publish/plan-file.ts";
import { prepare } from "#cli/publish/prepare.ts";
import { progressOn } from "#cli/publish/progress.ts";
import { notSent, refuseFiles, reportOn } from "#cli/publish/report.ts";
import { runPublication } from "#cli/publish/run.ts";
import { createTerms, printMissingTerms } from "#cli/publish/terms.ts";
import { certain } from "#lib/certain.ts";
import { PlainError } from "#local/plain-error.ts";
import { printLines, type RunCommand } from "./output.ts";

/**
 * `lectern publish`: creates or updates a post for each Markdown file, and publishes it. All files are
 * checked before the first write; those with faults are left alone, and so are their pages. Exits with 0 if
 * all posts match their files, 1 if a post was refused or the service cannot be reached, 2 if the command
 * line or a file is wrong.
 */
export const publish: RunCommand = async (args, { environment, stdout, stderr }) => {
  const options = parsePublishOptions(args);
  const { json, draft, prune } = options;
  using progress = progressOn(stderr);
  const isAnnotated = environment.GITHUB_ACTIONS === "true";
  const output = { stdout, stderr, progress, json, isAnnotated };
  if (options.createTerms) await createTerms(options, environment, { stderr, dryRun: false });
  const prepared = await prepare(options, environment, progress);
  if ("problems" in prepared) {
    const status = refuseFiles(prepared, output);
    await printMissingTerms(prepared.problems, options, environment, stderr);
    return status;
  }

  const { posts, destination, gone, lost, held, keepsGone } = prepared;
  const pinned = options.plan === undefined ? undefined : await readPlan(options.plan);
  if (pinned) {
    const stale = changedSince(pinned, await planned(prepared, options, progress));
    if (stale.length > 0) throw new PlainError(`Not as planned any more: ${stale.join(", ")}; plan again.`);
  }
  const revisions = pinned && new Map(pinned.map(({ file, revision }) => [file, revision]));
  const addresses = posts.map(({ fields }) => addressOf(fields.slug, destination));
  const report = reportOn({ ...output, addressWidth: Math.max(...addresses.map(({ length }) => length)) });
  for (const { source, warnings } of json && !isAnnotated ? [] : withKeysOnce(posts))
    for (const warning of warnings) stderr.write(noteOn("warning", source.file, warning, isAnnotated));
  const run = revisions ? { ...prepared, destination: { ...destination, pinned: revisions } } : prepared;
  await runPublication(run, prune && keepsGone === undefined ? gone : [], report);
  for (const [file, problems] of held) report.finished(notSent(file, problems));
  const isRenewed = report.results.some(({ outcome }) => renewing.includes(outcome));
  const feeds = isRenewed && !draft ? await feedsOf(destination.client, destination.parentId) : [];
  const results = report.end(feeds);
  if (!json) printLines(stderr, prepared.asides);
  if (!prune && lost.size > 0) {
    for (const [folder, [problem]] of lost)
      stderr.write(noteOn("warning", folder, certain(problem), isAnnotated));
  } else if (!prune && gone.length > 0) {
    printLines(stderr, [`Without a file, and still on the site: ${pathsOf(gone)}; --prune takes them off.`]);
  }
  if (prune && keepsGone !== undefined) printLines(stderr, [`${keepsGone}: ${pathsOf(gone)}`]);
  await printMissingTerms(held, options, environment, stderr);
  if (held.size > 0) return 2;
  return results.some(({ errors }) => errors.length > 0) ? 1 : 0;
};

const pathsOf = (pages: readonly OwnedPage[]): string => pages.map(({ source }) => source.path).join(", ");

const renewing: readonly string[] = ["published", "updated", "renamed", "unpublished"];
