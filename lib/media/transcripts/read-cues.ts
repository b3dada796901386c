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

/** The segments of a transcript in the JSON of the podcast namespace: `{"segments": [{"body": "…"}, …]}`. */
export const readPodcastJson = (text: string, faults: FaultList): readonly TranscriptSegment[] => {
  const lineAt = lineCounter(text);
  const list = listIn(text);
  if (typeof list === "string") {
    faults.add(lineAt(jsonPlaces(text, "segments").faultAt ?? 0), list);
    return [];
  }
  let places: readonly number[] | undefined;
  const found = list.flatMap((item, index) => {
    if (faults.isFull) return [];
    const segment = segmentOf(item);
    if (typeof segment !== "string") return segment;
    places ??= jsonPlaces(text, "segments").itemsAt;
    faults.add(lineAt(places[index] ?? 0), `segments.${index}: ${segment}`);
    return [];
  });
  const isTimed = found.every(({ startMs }) => startMs !== null);
  const inOrder = isTimed ? found.sort((one, other) => certain(one.startMs) - certain(other.startMs)) : found;
  return inOrder.map(({ startMs, endMs, speaker, text: said }) =>
    startMs === null ? untimedSegment(said, speaker) : timedSegment({ startMs, endMs, speaker, text: said }),
  );
};

/** A text says what is wrong with the document. */
const listIn = (text: string): readonly unknown[] | string => {
  try {
    const { segments } = JSON.parse(text) ?? {};
    return Array.isArray(segments) ? segments : 'Expected an object such as {"segments": []}.';
  } catch {
    return "The JSON cannot be read from here on.";
  }
};

interface Segment {
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly speaker: string;
  readonly text: string;
}

/** None without text; a text says what is wrong. */
const segmentOf = (item: unknown): readonly Segment[] | string => {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return "expected an object.";
  const { speaker = "", startTime = null, endTime = null, body = "" } = item as Record<string, unknown>;
  if (!isPlainText(body)) return "`body` has to be a text without control characters.";
  if (speaker !== null && !isPlainText(speaker))
    return "`speaker` has to be a text without control characters.";
  if (!isTime(startTime) || !isTime(endTime))
    return `\`startTime\` and \`endTime\` have to be seconds, 0 or more, of at most ${maxHours} hours.`;
  const [startMs, endMs] = [startTime, endTime].map((seconds) => seconds && Math.round(seconds * 1000));
  if (endMs != null && startMs != null && endMs < startMs) return "it ends before it begins.";
  const text = oneLine(body);
  return text === ""
    ? []
    : [{ startMs: startMs ?? null, endMs: endMs ?? null, speaker: oneLine(speaker ?? ""), text }];
};

const isPlainText = (value: unknown): value is string =>
  typeof value === "string" && value.isWellFormed() && !controlCharacter.test(value);

/** Any but tabs, line ends and form feeds, which count as white space. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: texts must not have these.
export const controlCharacter = /[\u0000-\u0008\u000e-\u001f\u007f]/;

const isTime = (value: unknown): value is number | null =>
  value === null || (typeof value === "number" && value >= 0 && value <= maxHours * 3_600);

/** Gives the line of an offset; the offsets have to grow. */
const lineCounter = (text: string) => {
  let line = 1;
  let counted = 0;
  return (offset: number): number => {
    for (; counted < offset; counted++) {
      const isEnd = text[counted] === "\n" || (text[counted] === "\r" && text[counted + 1] !== "\n");
      if (isEnd) line++;
    }
    return line;
  };
};

/** Places in JSON text that may be broken: offsets of characters. */
interface JsonPlaces {
  /** The place where the text stops being JSON; undefined if it is JSON. */
  readonly faultAt: number | undefined;
  /** The places at which the items of the object's list begin. */
  readonly itemsAt: readonly number[];
}

const token = /[ \t\r\n]*(?:("[^"\\]*(?:\\.[^"\\]*)*")|(-?\d[\d.eE+-]*|true|false|null)|([[\]{},:])|$)/y;

type Expected = "value" | "item or ]" | "key or }" | "key" | ":" | "rest";

/** Finds what `JSON.parse` does not say: the place of what it cannot read, and of the items of a list. */
export const jsonPlaces = (text: string, listName: string): JsonPlaces => {
  const open: ("{" | "[")[] = [];
  let itemsAt: number[] = [];
  let expected: Expected = "value";
  let isInList = false;
  token.lastIndex = 0;
  for (let from = 0; ; from = token.lastIndex) {
    const match = token.exec(text);
    const [all = "", string, scalar, mark = ""] = match ?? [];
    const at = from + (match ? all.length - (string ?? scalar ?? mark).length : 0);
    const isValue = expected === "value" || expected === "item or ]";
    if (isValue && isInList && open.length === 2 && open[1] === "[" && mark !== "]") itemsAt.push(at);
    if (string !== undefined && (expected === "key" || expected === "key or }")) {
      if (open.length === 1) {
        isInList = string === JSON.stringify(listName);
        if (isInList) itemsAt = [];
      }
      expected = ":";
    } else if (isValue && (string ?? scalar) !== undefined) {
      expected = "rest";
    } else if (isValue && (mark === "{" || mark === "[")) {
      open.push(mark);
      expected = mark === "{" ? "key or }" : "item or ]";
    } else if (mark === ":" && expected === ":") {
      expected = "value";
    } else if (mark === "," && expected === "rest" && open.length > 0) {
      expected = open.at(-1) === "{" ? "key" : "value";
    } else if (closes(mark, open.at(-1), expected)) {
      open.pop();
      expected = "rest";
    } else {
      const isWhole = match && all.trim() === "" && expected === "rest" && open.length === 0;
      return { faultAt: isWhole ? undefined : skipSpace(text, from), itemsAt };
    }
  }
};

const closes = (mark: string, opened: "{" | "[" | undefined, expected: Expected): boolean =>
  (mark === "}" && opened === "{" && (expected === "rest" || expected === "key or }")) ||
  (mark === "]" && opened === "[" && (expected === "rest" || expected === "item or ]"));

/** The first offset from there on that is no white space; the last one of the text if all is. */
const skipSpace = (text: string, from: number): number => {
  let at = from;
  while (at < text.length - 1 && " \t\r\n".includes(certain(text[at]))) at++;
  return at;
};
