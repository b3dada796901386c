import type { FileKey } from "#lib/files/file-key.ts";
import type { Chapter, MediaFile } from "#lib/media/media.ts";

/** What is asked about an audio file. */
export interface AudioQuestion {
  readonly kind: "audio";
  readonly key: FileKey;
  readonly wantsChapters: boolean;
}

/**
 * What an audio file says. Without the chapters that were asked for, `chapterFailure` says why: they are
 * optional.
 */
export interface AudioAnswer {
  readonly durationSeconds: number;
  /** By their start, no two at the same. */
  readonly chapters: readonly Chapter[];
  readonly chapterFailure: ProbeFailure | null;
}

/** A wish for a poster frame, to be stored under a key of its own. */
export interface PosterQuestion {
  readonly kind: "video";
  readonly key: FileKey;
  readonly posterKey: FileKey;
}

/** The poster, as a JPEG file in the store. */
export type PosterAnswer = MediaFile;

export type Question = AudioQuestion | PosterQuestion;

/** The answer to each kind of question, or why there is none. */
export type Answer<Asked extends Question> =
  | (Asked extends AudioQuestion ? AudioAnswer : PosterAnswer)
  | ProbeFailure;

/** A question with the time that answering it may take: what the prober's function is called with. */
export type Timed<Asked extends Question> = Asked & { readonly budgetMs: number };

/** Why a file could not be probed. The reason is a line for the log, not for callers. */
export interface ProbeFailure {
  readonly failure: "probe_timeout" | "probe_failed";
  readonly reason: string;
}

/** The failure of something that took longer than the budget. */
export const timedOut = (reason: string): ProbeFailure => ({ failure: "probe_timeout", reason });

/** Every other failure. */
export const failed = (reason: string): ProbeFailure => ({ failure: "probe_failed", reason });

/** True of an outcome that is a failure. */
export const isFailure = (outcome: unknown): outcome is ProbeFailure =>
  typeof outcome === "object" && outcome !== null && "failure" in outcome;
