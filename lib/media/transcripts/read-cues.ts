import { certain } from "#lib/certain.ts";
import { srtSpeeches, vttSpeeches } from "./cue-text.ts";
import { maxHours, maxTranscriptLines } from "./formats.ts";
import type { FaultList, TimedLine } from "./reading.ts";

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
