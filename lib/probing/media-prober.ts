import type { FileKey } from "#lib/files/file-key.ts";
import { limiter } from "#lib/limiter.ts";
import { proberFunction, probeTimeoutMs } from "#lib/settings/uploads.ts";
import { invokeFunction } from "#lib/store/invoke-function.ts";
import {
  type Answer,
  type AudioQuestion,
  failed,
  type PosterQuestion,
  type Question,
  type Timed,
  timedOut,
} from "./probe.ts";

/** Probes an audio file in the store within the time of one upload (contract#probing). */
export const probeAudio = (question: Omit<AudioQuestion, "kind">): Promise<Answer<AudioQuestion>> =>
  ask({ kind: "audio", ...question });

/** Counts what an upload had no time for, within the longest time that the prober's function may take. */
export const countDuration = (key: FileKey): Promise<Answer<AudioQuestion>> =>
  ask({ kind: "audio", key, wantsChapters: false, countsAll: true }, probeTimeoutMs() && longestBudgetMs);

const longestBudgetMs = 26_000;

/** Makes a poster for a video file within the time of one upload, and stores it under its own key. */
export const storePoster = (question: Omit<PosterQuestion, "kind">): Promise<Answer<PosterQuestion>> =>
  ask({ kind: "video", ...question });

const ask = async <Asked extends Question>(
  question: Asked,
  budgetMs = probeTimeoutMs(),
): Promise<Answer<Asked>> => {
  if (budgetMs === 0) return timedOut("the site allows no time for probing");
  const prober = proberFunction();
  if (prober) return askFunction(prober, { ...question, budgetMs });
  const { probeStoredFile } = await import("./probe-stored-file.ts");
  return fewAtATime(() => probeStoredFile({ ...question, budgetMs }));
};

/** Each run may take a processor and a gigabyte; it usually takes tenths of a second. */
const fewAtATime = limiter({ maxRunning: 2, maxWaiting: 32 });

/** The prober's share of the time; the rest is for its start and the network. */
const share = 0.9;

const askFunction = async <Asked extends Question>(
  prober: string,
  question: Timed<Asked>,
): Promise<Answer<Asked>> => {
  const tooLate = AbortSignal.timeout(question.budgetMs);
  try {
    const event = { ...question, budgetMs: Math.floor(question.budgetMs * share) };
    return (await invokeFunction(prober, event, tooLate)) as Answer<Asked>;
  } catch (error) {
    return tooLate.aborted ? timedOut(`${prober} did not answer in time`) : failed(String(error));
  }
};
