import { chapterTime } from "#lib/media/chapters.ts";
import type { SpokenLine } from "#lib/media/transcript.ts";
import type { TranscriptFormat } from "./formats.ts";
import { oneLine } from "./read-cues.ts";

/** A stretch of speech that programs can show. */
interface Cue {
  readonly start: number;
  readonly end: number;
  readonly speaker: string;
  readonly text: string;
}

/**
 * A transcript in a format. WebVTT and SubRip have the lines with a time only, and are undefined without one;
 * any format is without a line.
 */
export const writeTranscript = (
  format: TranscriptFormat,
  lines: readonly SpokenLine[],
): string | undefined => {
  if (lines.length === 0) return undefined;
  if (format === "text") return plainText(lines);
  if (format === "podcast-json") return podcastJson(lines);
  const cues = lines.flatMap((line, index) => cueOf(line, lines[index + 1]) ?? []);
  return cues.length === 0 ? undefined : cueWriters[format](cues);
};

/** The cue of a line; undefined without a time. A cue without an end lasts until the next one begins. */
const cueOf = ({ start, end, speaker, text }: SpokenLine, next: SpokenLine | undefined): Cue | undefined =>
  start === null ? undefined : { start, end: Math.max(start, end ?? next?.start ?? start), speaker, text };

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

/** A text with the name of who says it, in one line. */
const namedLine = ({ speaker, text }: Pick<Cue, "speaker" | "text">): string =>
  speaker === "" ? oneLine(text) : `${oneLine(speaker)}: ${oneLine(text)}`;

const subRip = (cues: readonly Cue[]): string =>
  cues
    .map((cue, index) => {
      const time = (seconds: number) => chapterTime(seconds).replace(".", ",");
      return `${index + 1}\n${time(cue.start)} --> ${time(cue.end)}\n${namedLine(cue).replaceAll("-->", "→")}\n`;
    })
    .join("\n");

const cueWriters = { vtt: webVtt, srt: subRip } as const;

const podcastJson = (lines: readonly SpokenLine[]): string =>
  `${JSON.stringify({
    version: "1.0.0",
    segments: lines.map((line, index) => {
      const cue = cueOf(line, lines[index + 1]);
      return {
        ...(line.speaker !== "" && { speaker: line.speaker }),
        ...(cue && { startTime: cue.start, endTime: cue.end }),
        body: oneLine(line.text),
      };
    }),
  })}\n`;

const plainText = (lines: readonly SpokenLine[]): string => `${lines.map(namedLine).join("\n")}\n`;
