import type { Chapter } from "#lib/media/media.ts";
import { askFfprobe } from "./ask-ffprobe.ts";
import { type FrameLength, uncountedFrames } from "./mp3-frames.ts";
import { type AudioAnswer, type AudioQuestion, failed, isFailure, type ProbeFailure } from "./probe.ts";
import type { InputFile } from "./run-on-file.ts";

export const probeAudioFile = async (
  file: InputFile,
  { wantsChapters, countsAll = false }: Omit<AudioQuestion, "kind" | "key">,
  deadlineMs: number,
): Promise<AudioAnswer | ProbeFailure> => {
  const maxBytes = countsAll ? Number.POSITIVE_INFINITY : maxCountedBytes;
  const duration = await readDuration(file, deadlineMs, maxBytes);
  if (isFailure(duration)) return duration;
  const chapters = wantsChapters ? await readChapters(file, deadlineMs) : [];
  return isFailure(chapters)
    ? { ...duration, chapters: [], chapterFailure: chapters }
    : { ...duration, chapters, chapterFailure: null };
};

type Duration = Pick<AudioAnswer, "durationSeconds" | "isEstimate">;

/** Reading so much from a bucket takes some seconds. */
const maxCountedBytes = 64 * 1024 * 1024;

/**
 * In seconds. The frames of an MP3 of up to `maxBytes` that does not tell its length are counted, if there is
 * time; else it is an estimate, as long as ffprobe guesses. An answer without a decimal fraction is
 * `probe_failed` (contract#probing).
 */
export const readDuration = async (
  file: InputFile,
  deadlineMs: number,
  maxBytes = maxCountedBytes,
): Promise<Duration | ProbeFailure> => {
  const answer = await askFfprobe(file, "format=format_name,duration", deadlineMs);
  if (isFailure(answer)) return answer;
  const told = (answer.format ?? {}) as { readonly format_name?: unknown; readonly duration?: unknown };
  const { duration } = told;
  const isFraction = typeof duration === "string" && /^\d{1,9}\.\d{1,9}$/.test(duration);
  if (!isFraction) return failed("ffprobe told no duration");
  const guessed = Number(duration);
  const frames = told.format_name === "mp3" && (await uncountedFrames(file).catch(() => undefined));
  if (!frames) return { durationSeconds: guessed, isEstimate: false };
  const counted = file.sizeBytes <= maxBytes ? await countedDuration(file, frames, deadlineMs) : undefined;
  return { durationSeconds: counted ?? guessed, isEstimate: counted === undefined };
};

/** Reads the whole file. Undefined if there is no time for that, or ffprobe finds no frames. */
const countedDuration = async (
  file: InputFile,
  { samples, samplesPerSecond }: FrameLength,
  deadlineMs: number,
): Promise<number | undefined> => {
  const options = ["-count_packets", "-select_streams", "a:0"];
  const answer = await askFfprobe(file, "stream=nb_read_packets", deadlineMs, options);
  const [stream] = isFailure(answer) || !Array.isArray(answer.streams) ? [] : answer.streams;
  const { nb_read_packets: count } = (stream ?? {}) as { readonly nb_read_packets?: unknown };
  return typeof count === "string" && /^[1-9]\d{0,9}$/.test(count)
    ? (Number(count) * samples) / samplesPerSecond
    : undefined;
};

const maxTitleLength = 255;
const dayInSeconds = 24 * 60 * 60;

export const readChapters = async (
  file: InputFile,
  deadlineMs: number,
): Promise<readonly Chapter[] | ProbeFailure> => {
  const answer = await askFfprobe(file, "chapter=start_time:chapter_tags=title", deadlineMs);
  return isFailure(answer) ? answer : chaptersFromProbe(answer.chapters);
};

/**
 * The chapters in ffprobe's list, by their start, those with a title and a time only. Titles are cut to 255
 * characters (contract#chapters-of-files).
 */
export const chaptersFromProbe = (list: unknown): readonly Chapter[] => {
  const byStart = new Map<number, Chapter>();
  for (const entry of Array.isArray(list) ? list : []) {
    const chapter = chapterIn(entry);
    if (chapter && !byStart.has(chapter.startSeconds)) byStart.set(chapter.startSeconds, chapter);
  }
  return [...byStart.values()].sort((one, other) => one.startSeconds - other.startSeconds);
};

const chapterIn = (entry: unknown): Chapter | undefined => {
  const { start_time: start, tags } = (entry ?? {}) as {
    readonly start_time?: unknown;
    readonly tags?: unknown;
  };
  const { title: written } = (tags ?? {}) as { readonly title?: unknown };
  if (typeof start !== "string" || !/^\d+(\.\d+)?$/.test(start) || typeof written !== "string")
    return undefined;
  const startSeconds = Math.round(Number(start) * 1000) / 1000;
  const title = [
    ...written
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
  ]
    .slice(0, maxTitleLength)
    .join("");
  return title && startSeconds < dayInSeconds ? { startSeconds, title, link: "", image: "" } : undefined;
};
