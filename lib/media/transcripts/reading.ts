import { chapterTime } from "#lib/media/chapters.ts";
import type { TranscriptSegment } from "#lib/media/transcript.ts";

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
