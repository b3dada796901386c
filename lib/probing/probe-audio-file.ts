import type { InputFile } from "./input-file.ts";
import { type AudioAnswer, isFailure, type ProbeFailure } from "./probe.ts";
import { readChapters } from "./read-chapters.ts";
import { readDuration } from "./read-duration.ts";

export const probeAudioFile = async (
  file: InputFile,
  wantsChapters: boolean,
  deadlineMs: number,
): Promise<AudioAnswer | ProbeFailure> => {
  const durationSeconds = await readDuration(file, deadlineMs);
  if (isFailure(durationSeconds)) return durationSeconds;
  const chapters = wantsChapters ? await readChapters(file, deadlineMs) : [];
  return isFailure(chapters)
    ? { durationSeconds, chapters: [], chapterFailure: chapters }
    : { durationSeconds, chapters, chapterFailure: null };
};
