import { createHash } from "node:crypto";
import { markLength, putComment } from "./comment.ts";
import {
  countsOf,
  noteOn,
  type PlanEntry,
  parsePublishOptions,
  planLines,
  planned,
  prepare,
  progressOn,
  type Refused,
  withKeysOnce,
} from "./lectern.ts";
import { faultsMarkdown, planMarkdown } from "./markdown.ts";
import { savePreviews } from "./previews.ts";
import {
  type ActionStep,
  commandArguments,
  ifGitHubAnswers,
  maxCommentLength,
  maxSummaryLength,
  type StepOutputs,
} from "./step.ts";

/** Says what a publication would change: in the log, the job's summary, and a comment on the pull request. */
export const planStep = async (step: ActionStep): Promise<StepOutputs> => {
  const { runner, inputs, token } = step;
  const options = parsePublishOptions(commandArguments(step), "plan");
  using progress = progressOn(runner.log);
  const prepared = await prepare(options, { LECTERN_TOKEN: token }, progress);
  if ("problems" in prepared) return tellFaults(step, prepared);
  const entries = withKeysOnce(await planned(prepared, options, progress));
  runner.print(planLines(entries));
  for (const { file, errors, removed, warnings } of entries) {
    for (const error of errors) runner.log.write(noteOn("error", file, error, true));
    for (const warning of [...warnings, ...removed]) runner.log.write(noteOn("warning", file, warning, true));
  }
  const plan = {
    ...{ folder: inputs.folder, url: inputs.url, entries },
    titles: new Map(prepared.posts.map(({ source, fields }) => [source.file, fields.title])),
    previews: mayPreview(step) ? await savePreviews(prepared, entries, inputs.url) : new Map(),
    left:
      inputs.prune && prepared.keepsGone === undefined ? [] : prepared.gone.map(({ source }) => source.path),
  };
  await runner.summarize(planMarkdown(plan, maxSummaryLength));
  const changed = entries.filter(({ action }) => action !== "unchanged").length;
  const most = maxCommentLength - markLength(keyOf(step), step.job.run);
  const comment = await commentWith(step, planMarkdown(plan, most), changed > 0);
  const failed = entries.filter(({ errors }) => errors.length > 0).length;
  return { mode: "plan", counts: JSON.stringify(countsOf(entries)), changed, failed, comment };
};

/** A job of another event may see the files of strangers, with the rights of the main branch. */
const mayPreview = ({ inputs, job: { event, pullRequest } }: ActionStep): boolean =>
  inputs.previews && event === "pull_request" && pullRequest?.isForeign === false;

const tellFaults = async (
  step: ActionStep,
  { files, folders, ...refused }: Refused,
): Promise<StepOutputs> => {
  const { runner, inputs, job } = step;
  const problems = new Map([...(folders ?? []), ...refused.problems]);
  for (const [file, found] of problems)
    for (const problem of found) runner.log.write(noteOn("error", file, problem, true));
  const shown = { folder: inputs.folder, url: inputs.url, problems };
  await runner.summarize(faultsMarkdown(shown, maxSummaryLength));
  const most = maxCommentLength - markLength(keyOf(step), job.run);
  const comment = await commentWith(step, faultsMarkdown(shown, most), true);
  const counts: Partial<Record<PlanEntry["action"], number>> = { refused: refused.problems.size };
  return {
    ...{ mode: "plan", counts: JSON.stringify(counts), comment },
    ...{ changed: files.length, failed: problems.size },
  };
};

/** One comment for each folder that goes to one place. */
const keyOf = ({ inputs: { url, parent, source }, path }: ActionStep): string =>
  createHash("sha256")
    .update(JSON.stringify([url, parent, source, path]))
    .digest("hex")
    .slice(0, 16);

const commentWith = async (step: ActionStep, text: string, isNews: boolean): Promise<string> => {
  const { github, inputs, job } = step;
  const number = job.pullRequest?.number;
  if (!inputs.comment || !github || number === undefined) return "";
  const place = { number, key: keyOf(step), run: job.run };
  const put = () => putComment(github, place, { text, isNews });
  const complaint =
    "The plan is in the summary of this job, and not on the pull request: GitHub takes no comment. " +
    "Does the job have permissions: pull-requests: write?";
  return (await ifGitHubAnswers(step, put, complaint)) ?? "";
};
