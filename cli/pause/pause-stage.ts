import { clock } from "#lib/clock.ts";
import { settledInOrder } from "#lib/settled.ts";
import { PlainError } from "#local/plain-error.ts";
import { stageOfAws } from "./stage-of-aws.ts";
import {
  forgetPause,
  notePause,
  type PauseSwitch,
  readPause,
  readSwitch,
  type StagePause,
} from "./stage-parameters.ts";

/** The switched parts, and the time since which the stage has been paused. */
export interface PausedStage {
  readonly pause: StagePause;
  readonly parts: PauseSwitch;
}

/**
 * Stops everything of a stage that costs money by use: API Gateway lets no request through, CloudFront
 * answers 503 itself (unless `keepsCache`), and jobs do not run. Each part is tried, whether or not another
 * fails. What the stage had before is noted first, so that a pause that fails can be repeated, and be ended.
 * Cost: ten requests, and one more for each job.
 */
export const pauseStage = async (
  stage: string,
  { keepsCache }: { readonly keepsCache: boolean },
): Promise<PausedStage> => {
  const [parts, before] = await Promise.all([existingSwitch(stage), readPause(stage)]);
  const aws = stageOfAws(parts);
  const isClosed = !keepsCache || (before?.isClosed ?? false);
  const pause = before
    ? { ...before, isClosed }
    : {
        since: clock.now(),
        isClosed,
        limits: await aws.limits(),
        functions: await aws.functions(),
      };
  await notePause(stage, pause);
  const { limits, functions } = pause;
  await settledInOrder([
    aws.limit(mapValues(limits, ({ routes }) => ({ all: none, routes: mapValues(routes, () => none) }))),
    isClosed ? aws.call(mapValues(functions, () => [["viewer-request", parts.closing]])) : undefined,
    aws.stopJobs(),
  ]);
  return { pause, parts };
};

/**
 * Gives a stage back what it had before its pause; undefined if it is not paused. It can be repeated if it
 * fails half way. Cost: seven requests, and one more for each job.
 */
export const resumeStage = async (stage: string): Promise<PausedStage | undefined> => {
  const [parts, pause] = await Promise.all([existingSwitch(stage), readPause(stage)]);
  if (!pause) return undefined;
  const aws = stageOfAws(parts);
  await settledInOrder([
    aws.limit(pause.limits),
    pause.isClosed ? aws.call(pause.functions) : undefined,
    aws.startJobs(),
  ]);
  await forgetPause(stage);
  return { pause, parts };
};

const none: [number, number] = [0, 0];

const existingSwitch = async (stage: string): Promise<PauseSwitch> => {
  const parts = await readSwitch(stage);
  if (parts) return parts;
  throw new PlainError(
    `There is no stage ${stage} in this region that can be paused. Look at AWS_REGION and AWS_PROFILE; a stage of an earlier release can be paused once it is deployed again.`,
  );
};

const mapValues = <From, To>(
  record: Readonly<Record<string, From>>,
  to: (value: From) => To,
): Record<string, To> => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
