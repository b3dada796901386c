import { stat } from "node:fs/promises";
import { clock } from "#lib/clock.ts";
import { config } from "#lib/config.ts";
import { firstChapters } from "#lib/media/chapter-marks.ts";
import { type AudioAnswer, isFailure, type ProbeFailure } from "#lib/probing/probe.ts";
import { probeAudioFile } from "#lib/probing/probe-audio-file.ts";
import type { FoundFile } from "./found-file.ts";

/** What an audio file says of its duration and, where they are wanted, its chapters; or in words why that is not known. */
export const probeRecording = async (
  { path }: FoundFile,
  wantsChapters: boolean,
): Promise<AudioAnswer | string> => {
  const { size: sizeBytes } = await stat(path);
  const deadlineMs = clock.monotonicMs() + config.mediaProbeMs();
  const answer = await probeAudioFile({ path, sizeBytes }, wantsChapters, deadlineMs);
  if (isFailure(answer)) return inWords(answer);
  if (answer.chapterFailure) return inWords(answer.chapterFailure);
  return { ...answer, chapters: firstChapters(answer.chapters) };
};

const inWords = ({ reason }: ProbeFailure): string => `the file cannot be probed (${reason})`;
