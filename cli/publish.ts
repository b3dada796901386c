import { connect } from "#cli/publish/client.ts";
import { findConnection } from "#cli/publish/connection.ts";
import { feedsOf } from "#cli/publish/feeds.ts";
import { type CheckedFiles, checkedFiles, readPostFiles } from "#cli/publish/files.ts";
import { parsePublishOptions } from "#cli/publish/options.ts";
import { chooseParent } from "#cli/publish/parent.ts";
import { planPost } from "#cli/publish/plan.ts";
import { progressOn } from "#cli/publish/progress.ts";
import { type ReportOptions, reportOn } from "#cli/publish/report.ts";
import { addressOf, notSent, runPublication } from "#cli/publish/run.ts";
import type { PostSource } from "#cli/publish/source.ts";
import { listParents } from "#lib/routes/editor-parents.ts";
import { readEditorSite } from "#lib/routes/editor-site.ts";
import type { RunCommand } from "./output.ts";

/**
 * `lectern publish`: creates or updates a post for each Markdown file, and publishes it. All files are
 * checked before the first write. Exits with 0 if all posts match their files, 1 if a post was refused or the
 * service cannot be reached, 2 if nothing was written because the command line or a file is wrong.
 */
export const publish: RunCommand = async (args, { environment, stdout, stderr }) => {
  const { files, json, draft, ...options } = parsePublishOptions(args);
  using progress = progressOn(stderr);
  const output = { stdout, stderr, progress, json };
  const sources = await readPostFiles(files);
  if (sources.problems.size > 0) return refuse(files, sources.problems, output);

  const client = connect(await findConnection(options, environment), {
    onWait: (reason, waitMs) => progress.show(`waiting ${Math.ceil(waitMs / 1000)} s: ${reason}`),
  });
  const [site, parents] = await Promise.all([client(readEditorSite), client(listParents)]);
  const parent = chooseParent(parents, options.parent);
  const destination = { client, parentId: parent.id, parentPath: parent.path, draft };
  const planned = checkedFiles(sources.posts.map((source) => [source.file, planPost(source, site)]));
  if (planned.problems.size > 0) return refuse(files, planned.problems, output);

  const addresses = planned.posts.map(({ fields }) => addressOf(fields.slug, destination));
  const report = reportOn({ ...output, addressWidth: Math.max(...addresses.map(({ length }) => length)) });
  await runPublication(planned.posts, destination, report);
  const isRenewed = report.results.some(({ outcome }) => outcome === "published" || outcome === "updated");
  const feeds = isRenewed && !draft ? await feedsOf(client, parent.id) : [];
  return report.end(feeds).some(({ errors }) => errors.length > 0) ? 1 : 0;
};

/** Reports the problems of files; files without problems are reported as skipped. */
const refuse = (
  files: readonly string[],
  problems: CheckedFiles<PostSource>["problems"],
  output: ReportOptions,
): number => {
  const report = reportOn(output);
  for (const file of files) report.finished(notSent(file, problems.get(file)));
  report.end([]);
  return 2;
};
