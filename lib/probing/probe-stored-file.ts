import { clock } from "#lib/clock.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { openFiles } from "#lib/files/open-files.ts";
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
import { type InputFile, runOnFile } from "./run-on-file.ts";
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
      ? probeAudioFile(file, question, deadlineMs)
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

/** The limit of uploaded images. */
const outputBytes = 10 * 1024 * 1024;

/** The frame at second 1 of a video, or the first one of a shorter video: a JPEG of the video's size. */
export const capturePoster = async (file: InputFile, deadlineMs: number): Promise<Buffer | ProbeFailure> => {
  const later = await pictureAt(1, file, deadlineMs);
  return isFailure(later) && later.failure === "probe_failed" ? pictureAt(0, file, deadlineMs) : later;
};

const pictureAt = async (
  second: number,
  file: InputFile,
  deadlineMs: number,
): Promise<Buffer | ProbeFailure> => {
  const from = ["-nostdin", "-threads", "1", "-ss", String(second)];
  // The capital V excludes cover pictures, which are streams as well.
  const picture = ["-map", "0:V:0", "-frames:v", "1"];
  const jpeg = ["-c:v", "mjpeg", "-q:v", "3", "-pix_fmt", "yuvj420p", "-threads", "1"];
  const to = ["-f", "image2pipe", "pipe:1"];
  const output = await runOnFile("ffmpeg", file, { deadlineMs, outputBytes }, (input) => [
    ...[...from, ...input],
    ...[...picture, ...jpeg, ...to],
  ]);
  if (isFailure(output)) return output;
  return isJpeg(output) ? output : failed(`ffmpeg found no picture at second ${second}`);
};

const isJpeg = (content: Buffer): boolean =>
  content.subarray(0, 2).toString("hex") === "ffd8" && content.subarray(-2).toString("hex") === "ffd9";
