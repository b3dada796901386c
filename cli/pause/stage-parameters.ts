import type { SSMClientConfig } from "@aws-sdk/client-ssm";
import * as z from "zod/mini";
import { readJsonParameter, removeParameter, writeParameter } from "#cli/stage/parameters.ts";

/** The parameter in which a deployment writes what a pause switches off (`stacks/pause-switch.ts`). */
export const switchParameter = (stage: string): string => `/lectern/${stage}/pause-switch`;

/** The parameter that exists while a stage is paused, with what it had before. */
export const pauseParameter = (stage: string): string => `/lectern/${stage}/paused`;

const pauseSwitch = z.object({
  /** The ids of the HTTP APIs: that of HEAD, and that of all other methods. */
  apis: z.array(z.string()),
  /** The id of the CloudFront distribution. */
  distribution: z.string(),
  /** The ARN of the CloudFront function that answers in place of the site. */
  closing: z.string(),
  /** The names of the functions that schedules and streams call. */
  jobs: z.array(z.string()),
});

export type PauseSwitch = z.output<typeof pauseSwitch>;

/** Requests each second, and at once. */
const limit = z.tuple([z.number(), z.number()]);

const pause = z.object({
  since: z.string(),
  /** False if CloudFront still answers with what it keeps. */
  isClosed: z.boolean(),
  /** The limits by the id of the API. */
  limits: z.record(z.string(), z.object({ all: limit, routes: z.record(z.string(), limit) })),
  /** The functions that CloudFront calls, by the pattern of paths; `*` stands for all other paths. */
  functions: z.record(z.string(), z.array(z.tuple([z.string(), z.string()]))),
});

export type StagePause = z.output<typeof pause>;

/** Since when a stage is paused, and what it had before; undefined if it is not paused. Cost: one request. */
export const readPause = (stage: string, config?: SSMClientConfig): Promise<StagePause | undefined> =>
  readJsonParameter(pauseParameter(stage), pause, config);

/**
 * Reads the switch; undefined if no deployment of the stage in this region has written one. Cost: one
 * request.
 */
export const readSwitch = (stage: string): Promise<PauseSwitch | undefined> =>
  readJsonParameter(switchParameter(stage), pauseSwitch);

/** Notes that a stage is paused, and what it had before. Cost: one request. */
export const notePause = (stage: string, noted: StagePause): Promise<void> =>
  writeParameter(pauseParameter(stage), JSON.stringify(noted), "What lectern resume gives back");

/** Cost: one request. */
export const forgetPause = (stage: string): Promise<void> => removeParameter(pauseParameter(stage));
