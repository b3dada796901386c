import type { FileKey } from "#lib/files/file-key.ts";
import type { Chapter, MediaFile } from "#lib/media/media.ts";

export interface AudioQuestion {
  readonly kind: "audio";
  readonly key: FileKey;
  readonly wantsChapters: boolean;
  /** Counts the frames of a file of any size, if it has to be counted. */
  readonly countsAll?: boolean;
}

/** Chapters are optional: if they cannot be read, `chapterFailure` says why. */
export interface AudioAnswer {
  readonly durationSeconds: number;
  /** Made of the bit rate at the beginning, because frames that differ have not been counted. */
  readonly isEstimate: boolean;
  /** Ordered by their start, which is unique. */
  readonly chapters: readonly Chapter[];
  readonly chapterFailure: ProbeFailure | null;
}

/** Asks for a poster frame, to be stored under `posterKey`. */
export interface PosterQuestion {
  readonly kind: "video";
  readonly key: FileKey;
  readonly posterKey: FileKey;
}

/** A JPEG file in the store. */
export type PosterAnswer = MediaFile;

export type Question = AudioQuestion | PosterQuestion;

export type Answer<Asked extends Question> =
  | (Asked extends AudioQuestion ? AudioAnswer : PosterAnswer)
  | ProbeFailure;

/** A question with the time for its answer: the event of the prober's function. */
export type Timed<Asked extends Question> = Asked & { readonly budgetMs: number };

/** The reason is for the log, not for callers. */
export interface ProbeFailure {
  readonly failure: "probe_timeout" | "probe_failed";
  readonly reason: string;
}

export const timedOut = (reason: string): ProbeFailure => ({ failure: "probe_timeout", reason });

export const failed = (reason: string): ProbeFailure => ({ failure: "probe_failed", reason });

export const isFailure = (outcome: unknown): outcome is ProbeFailure =>
  typeof outcome === "object" && outcome !== null && "failure" in outcome;

/** The fields of an audio that say how long it is. */
export const durationOf = ({
  durationSeconds,
  isEstimate,
}: Pick<AudioAnswer, "durationSeconds" | "isEstimate">) => ({
  durationSeconds,
  ...(isEstimate && { durationIsEstimate: true as const }),
});
