import type { GitHub } from "./github.ts";
import type { ActionInputs } from "./inputs.ts";
import type { RunnerJob } from "./job.ts";
import { asArguments, PlainError, Refusal, Unreachable } from "./lectern.ts";
import type { Runner } from "./runner.ts";

/** What planning and publishing work with. */
export interface ActionStep {
  readonly inputs: ActionInputs;
  readonly job: RunnerJob;
  readonly runner: Runner;
  /** Undefined where GitHub cannot be asked. */
  readonly github: GitHub | undefined;
  readonly token: string;
  /** The folder's path in the repository. */
  readonly path: string;
}

/** How a step ended; the names are those of the outputs in `packages/action/action.yml`. */
export interface StepOutputs {
  readonly mode: "plan" | "publish" | "skipped";
  /** How many files there are with each action or outcome, as JSON. */
  readonly counts: string;
  /** How many files are not unchanged. */
  readonly changed: number;
  /** How many files have faults, are refused or are conflicts. */
  readonly failed: number;
  /** The address of the comment, if there is one. */
  readonly comment: string;
}

/** The arguments of `lectern plan` and `lectern publish` for the inputs; the token is in the environment. */
export const commandArguments = ({ inputs }: Pick<ActionStep, "inputs">): readonly string[] => {
  const { url, folder, parent, source, collection, future, prune, strict } = inputs;
  return [...asArguments({ url, parent, source, collection, future, prune, strict }), "--", folder];
};

/** GitHub refuses summaries of more than a megabyte, and a character may take four bytes. */
export const maxSummaryLength = 250_000;

/** What GitHub takes in a comment. */
export const maxCommentLength = 65_536;

/** Asks GitHub for something that the step can do without: if GitHub fails, that is a warning. */
export const ifGitHubAnswers = async <Value>(
  { runner }: Pick<ActionStep, "runner">,
  ask: () => Promise<Value>,
  complaint: string,
): Promise<Value | undefined> => {
  try {
    return await ask();
  } catch (error) {
    // An answer of another shape is a fault of the parser's own class.
    if (!(error instanceof Error) || error instanceof PlainError) throw error;
    const isPlain = error instanceof Refusal || error instanceof Unreachable;
    runner.note("warning", `${complaint} (${isPlain ? error.message : "it answers something else"})`);
    return undefined;
  }
};
