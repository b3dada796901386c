import { chapterTime } from "#lib/media/chapter-time.ts";
import type { TranscriptSegment } from "#lib/media/transcript.ts";

/** What somebody says at a time, in milliseconds. */
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
