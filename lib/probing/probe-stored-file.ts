import { clock } from "#lib/clock.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { capturePoster } from "./capture-poster.ts";
import type { InputFile } from "./input-file.ts";
import {
  type Answer,
  type AudioAnswer,
  failed,
  isFailure,
  type PosterAnswer,
  type PosterQuestion,
  type ProbeFailure,
  type Question,
  type Timed,
  timedOut,
} from "./probe.ts";
import { probeAudioFile } from "./probe-audio-file.ts";
import { withServedFile } from "./with-served-file.ts";

/**
 * Probes a file of the store on this machine. Of a bucket's file, the programs read only the ranges that they
 * need; fetching these counts towards the time.
 */
export const probeStoredFile = async <Asked extends Question>(
  question: Timed<Asked>,
): Promise<Answer<Asked>> => {
  const deadlineMs = clock.monotonicMs() + question.budgetMs;
  const tooLate = AbortSignal.timeout(question.budgetMs);
  const files = await openFiles();
  const answerFrom = (file: InputFile): Promise<AudioAnswer | PosterAnswer | ProbeFailure> =>
    question.kind === "audio"
      ? probeAudioFile(file, question.wantsChapters, deadlineMs)
      : storePoster(files, file, question, deadlineMs);
  try {
    const key = fileKey(question.key);
    const answer = files.withPath
      ? await files.withPath(key, answerFrom)
      : await withServedFile(files, key, answerFrom, tooLate);
    return (answer ?? failed(`there is no file ${question.key}`)) as Answer<Asked>;
  } catch (error) {
    if (!tooLate.aborted) throw error;
    return timedOut(`${question.key} was not read in time`);
  }
};

const storePoster = async (
  files: Files,
  file: InputFile,
  { posterKey }: PosterQuestion,
  deadlineMs: number,
): Promise<PosterAnswer | ProbeFailure> => {
  const picture = await capturePoster(file, deadlineMs);
  if (isFailure(picture)) return picture;
  const contentType = "image/jpeg";
  const { key, sizeBytes } = await files.put(fileKey(posterKey), picture, contentType);
  return { key, contentType, sizeBytes };
};
