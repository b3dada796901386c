import { certain } from "#lib/certain.ts";
import { chapterTime } from "#lib/media/chapters.ts";
import type { TranscriptSegment } from "#lib/media/transcript.ts";
import { maxHours, maxTranscriptLines } from "./formats.ts";

/** A spoken line with its time, in milliseconds. */
export interface TimedLine {
  readonly startMs: number;
  readonly endMs: number | null;
  /** Empty if unknown. */
  readonly speaker: string;
  readonly text: string;
}

/** The segment as web players read it: times as milliseconds and as text. */
export const timedSegment = ({ startMs, endMs, speaker, text }: TimedLine): TranscriptSegment => ({
  start: clockTime(startMs),
  start_ms: startMs,
  ...(endMs === null ? {} : { end: clockTime(endMs), end_ms: endMs }),
  ...(speaker === "" ? {} : { speaker }),
  text,
});

/** The segment of what somebody says at an unknown time. */
export const untimedSegment = (text: string, speaker = ""): TranscriptSegment => ({
  ...(speaker === "" ? {} : { speaker }),
  text,
});

const clockTime = (ms: number): string => chapterTime(ms / 1000);

/** A fault of a line, which is counted from 1. */
export interface TranscriptFault {
  readonly line: number;
  readonly message: string;
}

/** One more than a refusal reports, so that it can report that there are more. */
const maxFaults = 501;

/** Takes faults in the order of their lines, as many as can be reported. */
export class FaultList {
  readonly found: TranscriptFault[] = [];

  add(line: number, message: string): void {
    if (!this.isFull) this.found.push({ line, message });
  }

  get isFull(): boolean {
    return this.found.length === maxFaults;
  }
}

/** The words of one speaker in a cue, as plain text; the speaker is empty if unknown. */
export interface Speech {
  readonly speaker: string;
  readonly text: string;
}

/** Text in one line, without the white space around it. */
export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/**
 * The plain text of a WebVTT cue by its speakers (`<v Ada>`). Other tags go, and their text stays; a tag that
 * is not closed goes on until the end of the cue, as browsers read it.
 */
const vttSpeeches = (cue: string): readonly Speech[] => {
  const speeches: Speech[] = [];
  let speaker = "";
  let text = "";
  const begin = (next: string) => {
    const speech = { speaker, text: oneLine(text) };
    if (hasText(speech)) speeches.push(speech);
    [speaker, text] = [next, ""];
  };
  for (const [piece] of cue.matchAll(/<[^>]*>?|[^<]+/g)) {
    // No transcript has more lines: this one is refused, and reading them all would hold up others.
    if (speeches.length > maxTranscriptLines) break;
    if (!piece.startsWith("<")) text += decoded(piece);
    else if (/^<v[\s.>]/.test(piece)) begin(voiceIn(piece));
    else if (/^<\/v\s*>/.test(piece)) begin("");
  }
  begin("");
  return speeches;
};

/** The speaker in a tag such as `<v.loud Ada Byron>`. */
const voiceIn = (tag: string): string => oneLine(decoded(/^<v[^\s>]*([^>]*)/.exec(tag)?.[1] ?? ""));

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  lrm: "\u200e",
  rlm: "\u200f",
};

const decoded = (text: string): string =>
  text.replace(
    /&(?:(\w{2,4})|#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6}));/g,
    (written, name, decimal, hexadecimal) => {
      if (name !== undefined) return entities[name] ?? written;
      return (
        characterOf(decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)) ?? written
      );
    },
  );

const characterOf = (code: number): string | undefined => {
  const isCharacter =
    code >= 0x20 && code !== 0x7f && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
};

/** The plain text of a SubRip cue, without the tags and positions that its files usually have. */
const srtSpeeches = (cue: string): readonly Speech[] => {
  const text = cue.replace(/<\/?(?:b|i|u|s|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}/gi, "");
  return [{ speaker: "", text: oneLine(text) }].filter(hasText);
};

const hasText = ({ text }: Speech): boolean => text !== "";

const speechesIn = { vtt: vttSpeeches, srt: srtSpeeches } as const;

/** The lines in the cues of a WebVTT or SubRip file, in the order of their beginnings. */
export const readCues = (
  lines: readonly string[],
  format: CueFormat,
  faults: FaultList,
): readonly TimedLine[] => {
  const found: TimedLine[] = [];
  let index = format === "vtt" ? endOfHead(lines, faults) : 0;
  while (index < lines.length && !faults.isFull && found.length <= maxTranscriptLines) {
    const first = certain(lines[index]);
    const end = endOfBlock(lines, index);
    if (format === "vtt" && isSkipped(first)) refuseTimes(lines, { index, end }, faults);
    else if (!isBlank(first))
      for (const line of linesOfCue(lines, { index, end }, format, faults)) found.push(line);
    index = Math.max(end, index + 1);
  }
  return found.sort((one, other) => one.startMs - other.startMs);
};

/** The index of the line after a WebVTT file's head, which ends with an empty line. */
const endOfHead = (lines: readonly string[], faults: FaultList): number => {
  if (!/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? "")) {
    faults.add(1, "A WebVTT file begins with the line WEBVTT.");
    return 0;
  }
  const end = endOfBlock(lines, 0);
  refuseTimes(lines, { index: 1, end }, faults);
  return end;
};

/** Blocks of comments, styles and regions. */
const isSkipped = (line: string): boolean => /^NOTE(?:[ \t]|$)|^(?:STYLE|REGION)[ \t]*$/.test(line);

const isBlank = (line: string): boolean => line.trim() === "";

const endOfBlock = (lines: readonly string[], start: number): number => {
  let end = start;
  while (end < lines.length && !isBlank(certain(lines[end]))) end++;
  return end;
};

interface Block {
  readonly index: number;
  readonly end: number;
}

/** Refuses cues that would be taken for a part of what is before them. */
const refuseTimes = (lines: readonly string[], { index, end }: Block, faults: FaultList): void => {
  for (let at = index; at < end; at++)
    if (certain(lines[at]).includes("-->"))
      faults.add(at + 1, "Expected an empty line before the cue, and --> nowhere else.");
};

const linesOfCue = (
  lines: readonly string[],
  { index, end }: Block,
  format: CueFormat,
  faults: FaultList,
): readonly TimedLine[] => {
  const hasTime = (at: number) => at < end && certain(lines[at]).includes("-->");
  // The first line may be the cue's number or name.
  const timing = hasTime(index) ? index : index + 1;
  if (!hasTime(timing)) {
    faults.add(timing < end ? timing + 1 : index + 1, `Expected times such as ${timeExamples[format]}.`);
    return [];
  }
  const times = cueTimesIn(certain(lines[timing]), format);
  if (typeof times === "string") faults.add(timing + 1, times);
  refuseTimes(lines, { index: timing + 1, end }, faults);
  if (typeof times === "string") return [];
  const text = lines.slice(timing + 1, end).join("\n");
  return speechesIn[format](text).map((speech) => ({ ...times, ...speech }));
};

/** WebVTT has a grammar for times. SubRip has none: this is what its files have. */
const grammars = {
  vtt: /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/,
  srt: /^(?:(\d+):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,3}))?$/,
} as const;

const timeExamples = {
  vtt: "00:01:02.500 --> 00:01:04.000",
  srt: "00:01:02,500 --> 00:01:04,000",
} as const;

export type CueFormat = keyof typeof grammars;

interface CueTimes {
  readonly startMs: number;
  readonly endMs: number;
}

/** The times of a cue; a text says what is wrong with the line. What follows the times is ignored. */
const cueTimesIn = (line: string, format: CueFormat): CueTimes | string => {
  const arrow = line.indexOf("-->");
  const [end = ""] = /^[ \t]*[^ \t]*/.exec(line.slice(arrow + 3)) ?? [];
  const [startMs, endMs] = [line.slice(0, arrow), end].map((text) => milliseconds(text.trim(), format));
  if (startMs === undefined || endMs === undefined)
    return `Expected times such as ${timeExamples[format]}, of at most ${maxHours} hours.`;
  return endMs < startMs ? "The cue ends before it begins." : { startMs, endMs };
};

const milliseconds = (text: string, format: CueFormat): number | undefined => {
  const [match, hours = "0", minutes, seconds, fraction = ""] = grammars[format].exec(text) ?? [];
  if (match === undefined || Number(hours) > maxHours) return undefined;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return whole * 1000 + Number(fraction.padEnd(3, "0"));
};
