import { clock } from "#lib/clock.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { Files, LocalFile } from "#lib/files/files.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { capturePoster } from "./capture-poster.ts";
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

/** Probes a file of the store on this machine. Downloading the file counts towards the time. */
export const probeStoredFile = async <Asked extends Question>(
  question: Timed<Asked>,
): Promise<Answer<Asked>> => {
  const deadlineMs = clock.monotonicMs() + question.budgetMs;
  const tooLate = AbortSignal.timeout(question.budgetMs);
  const files = await openFiles();
  const answerFrom = (file: LocalFile): Promise<AudioAnswer | PosterAnswer | ProbeFailure> =>
    question.kind === "audio"
      ? probeAudioFile(file, question.wantsChapters, deadlineMs)
      : storePoster(files, file, question, deadlineMs);
  try {
    const answer = await files.withPath(fileKey(question.key), answerFrom, tooLate);
    return (answer ?? failed(`there is no file ${question.key}`)) as Answer<Asked>;
  } catch (error) {
    if (!tooLate.aborted) throw error;
    return timedOut(`${question.key} was not brought here in time`);
  }
};

const storePoster = async (
  files: Files,
  file: LocalFile,
  { posterKey }: PosterQuestion,
  deadlineMs: number,
): Promise<PosterAnswer | ProbeFailure> => {
  const picture = await capturePoster(file, deadlineMs);
  if (isFailure(picture)) return picture;
  const contentType = "image/jpeg";
  const { key, sizeBytes } = await files.put(fileKey(posterKey), picture, contentType);
  return { key, contentType, sizeBytes };
};
