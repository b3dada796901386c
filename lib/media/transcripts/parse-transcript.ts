import type { TranscriptSegment } from "#lib/media/transcript.ts";
import { maxTranscriptLines, type TranscriptFormat } from "./formats.ts";
import {
  controlCharacter,
  FaultList,
  oneLine,
  readCues,
  readPodcastJson,
  type TranscriptFault,
  timedSegment,
  untimedSegment,
} from "./read-cues.ts";

interface SentTranscript {
  readonly format: TranscriptFormat;
  readonly bytes: Uint8Array;
  /** True if U+FFFD in it may stand for bytes that were not UTF-8. */
  readonly mayBeDamaged: boolean;
}

interface ParsedTranscript {
  /** The segments that web players read. */
  readonly segments: readonly TranscriptSegment[];
  readonly faults: readonly TranscriptFault[];
}

/**
 * Reads a transcript (contract#transcript-formats): its segments, or all that is wrong with it, in the order
 * of lines. Texts lose markup and stay plain text, so whoever shows them has to escape them.
 */
export const parseTranscript = ({ format, bytes, mayBeDamaged }: SentTranscript): ParsedTranscript => {
  const faults = new FaultList();
  const lines = linesIn(bytes, mayBeDamaged, faults);
  const segments = faults.found.length > 0 ? [] : segmentsOf(format, lines, faults);
  if (faults.found.length === 0 && segments.length === 0)
    faults.add(1, "Nobody says anything in it; DELETE removes a transcript.");
  if (segments.length > maxTranscriptLines)
    faults.add(lines.length, `A transcript has at most ${maxTranscriptLines} lines of speech.`);
  return { segments, faults: faults.found };
};

const notUtf8 = "There are bytes that are not UTF-8.";

/** The lines of the text, without a byte order mark. */
const linesIn = (bytes: Uint8Array, mayBeDamaged: boolean, faults: FaultList): readonly string[] => {
  const text = utf8(bytes);
  if (text === undefined) addUnreadable(bytes, faults);
  const lines = text?.split(/\r\n|[\r\n]/) ?? [];
  for (const [index, line] of lines.entries()) {
    if (mayBeDamaged && line.includes("\uFFFD")) faults.add(index + 1, notUtf8);
    else if (controlCharacter.test(line)) faults.add(index + 1, "There are control characters.");
  }
  return lines;
};

/** The text of bytes; undefined if they are not UTF-8. */
const utf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const addUnreadable = (bytes: Uint8Array, faults: FaultList): void => {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    faults.add(1, "This is UTF-16; send UTF-8.");
    return;
  }
  let start = 0;
  for (let line = 1; start <= bytes.length && !faults.isFull; line++) {
    const next = bytes.indexOf(0x0a, start);
    const end = next < 0 ? bytes.length : next;
    if (utf8(bytes.subarray(start, end)) === undefined) faults.add(line, notUtf8);
    start = end + 1;
  }
};

const segmentsOf = (
  format: TranscriptFormat,
  lines: readonly string[],
  faults: FaultList,
): readonly TranscriptSegment[] => {
  switch (format) {
    case "vtt":
    case "srt":
      return readCues(lines, format, faults).map(timedSegment);
    case "podcast-json":
      return readPodcastJson(lines.join("\n"), faults);
    case "text":
      return lines.flatMap((line) => piecesOf(oneLine(line))).map((text) => untimedSegment(text));
  }
};

/** A line in pieces, cut at spaces, so that pages can show a long one in parts. */
const piecesOf = (line: string): readonly string[] => line.match(/\S.{0,998}(?!\S)|\S{1,999}/gu) ?? [];
