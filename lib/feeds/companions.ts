import { spokenLines, type TranscriptSegment } from "#lib/media/transcript.ts";
import { transcriptTypes } from "#lib/media/transcripts/formats.ts";
import { writeTranscript } from "#lib/media/transcripts/write-transcript.ts";
import type { FeedChapter } from "./feed.ts";

/** A file that a podcast's feed names beside the audio. */
export interface Companion {
  /** The end of its name, after the episode's id, such as `-chapters.json`. */
  readonly suffix: string;
  readonly contentType: string;
  readonly body: string;
}

/** The names of the forms of transcripts, the best for people first. */
const timedForms = [
  { suffix: ".vtt", format: "vtt" },
  { suffix: ".srt", format: "srt" },
  { suffix: "-transcript.json", format: "podcast-json" },
] as const;

/** The form of transcripts without times. */
const untimedForms = [{ suffix: ".txt", format: "text" }] as const;

export const transcriptForms = [...timedForms, ...untimedForms].map(({ suffix, format }) => ({
  suffix,
  contentType: transcriptTypes[format],
}));

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

/**
 * The lines of a transcript that have a time, as WebVTT, SubRip and the podcast namespace's JSON. If none has
 * one, all lines as text; nothing without a line.
 */
export const transcriptCompanions = (segments: readonly TranscriptSegment[]): readonly Companion[] => {
  const lines = spokenLines(segments);
  const timed = lines.filter(({ start }) => start !== null);
  const forms = timed.length > 0 ? timedForms : untimedForms;
  return forms.flatMap(({ suffix, format }) => {
    const body = writeTranscript(format, timed.length > 0 ? timed : lines);
    return body === undefined ? [] : [{ suffix, contentType: transcriptTypes[format], body }];
  });
};
