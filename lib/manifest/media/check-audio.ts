import { stat } from "node:fs/promises";
import { clock } from "#lib/clock.ts";
import { firstChapters } from "#lib/media/chapter-marks.ts";
import type { AudioFormat } from "#lib/media/media.ts";
import { type AudioAnswer, isFailure, type ProbeFailure } from "#lib/probing/probe.ts";
import { probeAudioFile } from "#lib/probing/probe-audio-file.ts";
import { probeTimeoutMs } from "#lib/settings/probing.ts";
import { type CheckedFile, checkRecording } from "./checked-file.ts";

export interface ProbedAudio {
  readonly file: CheckedFile;
  /** Its chapters only if they were requested. */
  readonly answer: AudioAnswer;
}

/** Checks and probes an audio file, or gives a sentence that says what is wrong with it. */
export const checkAudio = async (
  path: string,
  format: AudioFormat,
  { wantsChapters }: { readonly wantsChapters: boolean },
): Promise<ProbedAudio | string> => {
  const file = await checkRecording(path, format);
  if (typeof file === "string") return file;
  const { size: sizeBytes } = await stat(path);
  const deadlineMs = clock.monotonicMs() + probeTimeoutMs();
  const answer = await probeAudioFile({ path, sizeBytes }, wantsChapters, deadlineMs);
  if (isFailure(answer)) return inWords(answer);
  if (answer.chapterFailure) return inWords(answer.chapterFailure);
  return { file, answer: { ...answer, chapters: firstChapters(answer.chapters) } };
};

const inWords = ({ reason }: ProbeFailure): string => `the file cannot be probed (${reason})`;
