import { maxHours } from "./formats.ts";

/** WebVTT has a grammar for times. SubRip has none: this is what its files have. */
const grammars = {
  vtt: /^(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/,
  srt: /^(?:(\d+):)?([0-5]?\d):([0-5]?\d)(?:[.,](\d{1,3}))?$/,
} as const;

export const timeExamples = {
  vtt: "00:01:02.500 --> 00:01:04.000",
  srt: "00:01:02,500 --> 00:01:04,000",
} as const;

export type CueFormat = keyof typeof grammars;

interface CueTimes {
  readonly startMs: number;
  readonly endMs: number;
}

/** The times of a cue; a text says what is wrong with the line. What follows the times is ignored. */
export const cueTimesIn = (line: string, format: CueFormat): CueTimes | string => {
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
