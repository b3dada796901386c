import { Readable } from "node:stream";
import { type FileResult, publish } from "./lectern.ts";
import { resultsMarkdown } from "./markdown.ts";
import {
  type ActionStep,
  commandArguments,
  ifGitHubAnswers,
  maxSummaryLength,
  type StepOutputs,
} from "./step.ts";

interface PublishDocument {
  readonly results: readonly FileResult[];
  readonly counts: Readonly<Record<string, number>>;
}

/** Publishes the folder with the command itself; undefined if a later commit has another folder. */
export const publishStep = async (step: ActionStep): Promise<StepOutputs | undefined> => {
  const { inputs, runner, token } = step;
  if (await isOutdated(step)) return undefined;
  const { url, folder } = inputs;
  const written = { out: "", rest: [] as string[] };
  await publish(["--json", ...commandArguments(step)], {
    environment: { GITHUB_ACTIONS: "true", LECTERN_TOKEN: token },
    stdin: Readable.from([]),
    stdout: {
      write: (text) => {
        written.out += text;
      },
    },
    stderr: {
      write: (text) => {
        if (text.startsWith("::")) runner.log.write(text);
        else written.rest.push(text.trimEnd());
      },
    },
  });
  const { results, counts } = JSON.parse(written.out) as PublishDocument;
  runner.print([
    ...results.map(({ outcome, url: address, file }) => `${outcome}  ${address ?? ""}  ${file}`),
    ...written.rest,
  ]);
  await runner.summarize(resultsMarkdown({ folder, url, results }, maxSummaryLength));
  return {
    mode: "publish",
    counts: JSON.stringify(Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))),
    changed: results.filter(({ outcome }) => outcome !== "unchanged").length,
    failed: results.filter(({ errors }) => errors.length > 0).length,
    comment: "",
  };
};

/**
 * True if the branch has another folder now than the commit of this run: then the run of that commit
 * publishes, and this one, which may be an old one again, would bring the former posts back. Commits that
 * leave the folder alone do not count, because they may have no run.
 */
const isOutdated = async (step: ActionStep): Promise<boolean> => {
  const { github, job, path } = step;
  if (!github || !job.commit || !job.ref.startsWith("refs/heads/")) return false;
  const places = { ofRun: `${job.commit}:${path}`, ofBranch: `${job.ref}:${path}` };
  const trees = await ifGitHubAnswers(
    step,
    () => github.trees(places),
    "Published without knowing whether a later commit has changed the folder: GitHub does not say it.",
  );
  return trees !== undefined && trees.ofRun !== trees.ofBranch;
};
