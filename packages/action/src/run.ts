import { realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { connectGitHub } from "./github.ts";
import { type Environment, readInputs } from "./inputs.ts";
import { readJob, taskOf } from "./job.ts";
import { PlainError, type Terminal } from "./lectern.ts";
import { planStep } from "./plan-step.ts";
import { publishStep } from "./publish-step.ts";
import { type Runner, runnerOn } from "./runner.ts";
import type { StepOutputs } from "./step.ts";
import { findToken } from "./token.ts";

/** Runs the action with the environment of a step; gives the exit status, 0 or 1. */
export const runAction = async (environment: Environment, log: Terminal): Promise<number> => {
  const runner = runnerOn(log, environment);
  try {
    const outputs = await runStep(environment, runner);
    await runner.output({ ...outputs });
    return outputs.failed > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    runner.note("error", error.message);
    return 1;
  }
};

const runStep = async (environment: Environment, runner: Runner): Promise<StepOutputs> => {
  const inputs = readInputs(environment);
  const job = await readJob(environment);
  const task = taskOf(job, inputs);
  const path = await pathInRepository(inputs.folder, job.workspace);
  const token = await findToken(inputs, environment, runner);
  if (token === undefined) {
    if (task === "plan" && job.pullRequest?.isForeign) return skipped(runner, foreign);
    throw new PlainError(
      "This job has no token for the service: give it permissions: id-token: write, or the input token.",
    );
  }
  const step = { inputs, job, runner, github: connectGitHub(job, inputs, environment), token, path };
  if (task === "plan") return planStep(step);
  return (await publishStep(step)) ?? skipped(runner, outdated);
};

const foreign =
  "The plan was skipped: GitHub gives secrets and tokens neither to pull requests from forks nor to those of Dependabot.";

const outdated =
  "Nothing was published: this branch has another folder now than at the commit of this run. " +
  "The run of the later commit publishes it.";

const skipped = async (runner: Runner, reason: string): Promise<StepOutputs> => {
  runner.note("notice", reason);
  await runner.summarize(reason);
  return { mode: "skipped", counts: "{}", changed: 0, failed: 0, comment: "" };
};

/** Throws a {@link PlainError} for a folder that is not there, or elsewhere on this machine. */
const pathInRepository = async (folder: string, workspace: string): Promise<string> => {
  const found = await realpath(folder).catch(() => undefined);
  if (found === undefined || !(await stat(found)).isDirectory())
    throw new PlainError(`There is no folder ${folder}. Is actions/checkout a step before this one?`);
  const path = relative(await realpath(workspace), found);
  if (path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path))
    throw new PlainError(`The folder ${folder} is not in this repository.`);
  return path.split(sep).join("/");
};
