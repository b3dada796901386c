import { chapterTime } from "#lib/media/chapter-time.ts";
import { type SpokenLine, spokenLines } from "#lib/media/spoken-lines.ts";
import type { TranscriptSegment } from "#lib/media/transcript.ts";
import type { FeedChapter } from "./feed.ts";

/** A file that a podcast's feed names beside the audio. */
export interface Companion {
  /** What follows the episode's id in its name, such as `-chapters.json`. */
  readonly suffix: string;
  readonly contentType: string;
  readonly body: string;
}

/** How each form of transcript is named and typed, the best for people first. */
export const transcriptForms = [
  { suffix: ".vtt", contentType: "text/vtt" },
  { suffix: ".srt", contentType: "application/x-subrip" },
  { suffix: "-transcript.json", contentType: "application/json" },
] as const;

export const chaptersForm = {
  suffix: "-chapters.json",
  contentType: "application/json+chapters",
} as const;

/** Chapters as the podcast namespace's JSON, version 1.2. */
export const chaptersCompanion = (chapters: readonly FeedChapter[]): Companion => ({
  ...chaptersForm,
  body: `${JSON.stringify({
    version: "1.2.0",
    chapters: chapters.map(({ startSeconds, title, link, image }) => ({
      startTime: startSeconds,
      title,
      ...(link !== "" && { url: link }),
      ...(image !== "" && { img: image }),
    })),
  })}\n`,
});

/** A stretch of speech that programs can show. */
interface Cue {
  readonly start: number;
  readonly end: number;
  readonly speaker: string;
  readonly text: string;
}

/** A transcript as WebVTT, SubRip and the podcast namespace's JSON; none without a single timed line. */
export const transcriptCompanions = (segments: readonly TranscriptSegment[]): readonly Companion[] => {
  const lines = spokenLines(segments);
  const cues = lines.flatMap((line, index) => cueOf(line, lines[index + 1]) ?? []);
  if (cues.length === 0) return [];
  const bodies = [webVtt(cues), subRip(cues), podcastJson(cues)];
  return transcriptForms.map((form, index) => ({ ...form, body: bodies[index]! }));
};

/** A line without a time is in no form; one without an end lasts until the next one begins. */
const cueOf = ({ start, end, speaker, text }: SpokenLine, next: SpokenLine | undefined): Cue | undefined =>
  start === null ? undefined : { start, end: Math.max(start, end ?? next?.start ?? start), speaker, text };

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** `-->` and markup have a meaning in cues. */
const vttText = (text: string): string =>
  oneLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const webVtt = (cues: readonly Cue[]): string =>
  `WEBVTT\n\n${cues
    .map(({ start, end, speaker, text }) => {
      const voice = speaker === "" ? "" : `<v ${vttText(speaker)}>`;
      return `${chapterTime(start)} --> ${chapterTime(end)}\n${voice}${vttText(text)}\n`;
    })
    .join("\n")}`;

const subRip = (cues: readonly Cue[]): string =>
  cues
    .map(({ start, end, speaker, text }, index) => {
      const time = (seconds: number) => chapterTime(seconds).replace(".", ",");
      const line = speaker === "" ? oneLine(text) : `${oneLine(speaker)}: ${oneLine(text)}`;
      return `${index + 1}\n${time(start)} --> ${time(end)}\n${line.replaceAll("-->", "→")}\n`;
    })
    .join("\n");

const podcastJson = (cues: readonly Cue[]): string =>
  `${JSON.stringify({
    version: "1.0.0",
    segments: cues.map(({ start, end, speaker, text }) => ({
      ...(speaker !== "" && { speaker }),
      startTime: start,
      endTime: end,
      body: oneLine(text),
    })),
  })}\n`;
