import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import type { ActionInputs, Environment } from "./inputs.ts";
import { PlainError } from "./lectern.ts";

/** What the action needs to know of the job that it is a step of. */
export interface RunnerJob {
  readonly event: string;
  /** Such as `a-writer/a-blog`; undefined outside of GitHub. */
  readonly repository: string | undefined;
  /** Such as `refs/heads/main`. */
  readonly ref: string;
  readonly commit: string | undefined;
  /** The number of the run and of its attempt: later ones are greater. */
  readonly run: RunNumber;
  readonly workspace: string;
  readonly defaultBranch: string;
  readonly pullRequest: PullRequest | undefined;
}

export type RunNumber = readonly [run: number, attempt: number];

export interface PullRequest {
  readonly number: number;
  /** True if the job gets no secrets: the branch is in another repository, or Dependabot's. */
  readonly isForeign: boolean;
}

const repository = z.object({ full_name: z.optional(z.string()), default_branch: z.optional(z.string()) });

const payload = z.object({
  repository: z.optional(repository),
  pull_request: z.optional(
    z.object({
      number: z.int(),
      head: z.object({ repo: z.nullish(repository) }),
    }),
  ),
});

const readEvent = async (path: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw new PlainError(`GITHUB_EVENT_PATH names no event: ${(error as Error).message}`);
  }
};

/** Reads environment and event file as a runner gives them. */
export const readJob = async (environment: Environment): Promise<RunnerJob> => {
  const { GITHUB_EVENT_PATH: path, GITHUB_REPOSITORY, GITHUB_ACTOR } = environment;
  const event = payload.safeParse(path ? await readEvent(path) : {}).data;
  const pull = event?.pull_request;
  return {
    event: environment.GITHUB_EVENT_NAME ?? "",
    repository: GITHUB_REPOSITORY,
    ref: environment.GITHUB_REF ?? "",
    commit: environment.GITHUB_SHA,
    run: [Number(environment.GITHUB_RUN_ID) || 0, Number(environment.GITHUB_RUN_ATTEMPT) || 0],
    workspace: environment.GITHUB_WORKSPACE ?? ".",
    defaultBranch: event?.repository?.default_branch ?? "main",
    pullRequest: pull && {
      number: pull.number,
      // The repository of a fork that was deleted is null.
      isForeign: pull.head.repo?.full_name !== GITHUB_REPOSITORY || GITHUB_ACTOR === "dependabot[bot]",
    },
  };
};

/** At these, the files of a job are those of its branch; at others, they may be a stranger's. */
const eventsOfBranch: readonly string[] = ["push", "workflow_dispatch", "schedule", "repository_dispatch"];

/** The branch of the site is published; pull requests, other branches and other events are planned. */
export const taskOf = (
  { event, ref, defaultBranch }: RunnerJob,
  { mode, branch = defaultBranch }: Pick<ActionInputs, "mode" | "branch">,
): "plan" | "publish" => {
  if (mode !== "auto") return mode;
  return eventsOfBranch.includes(event) && ref === `refs/heads/${branch}` ? "publish" : "plan";
};
