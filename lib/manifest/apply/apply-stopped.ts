import { Refusal } from "#lib/refusals/refusal.ts";
import type { Outcome } from "./outcome.ts";

/** A manifest was applied in part, then something failed. Applying it again completes it. */
export class ApplyStopped extends Error {
  override readonly name = "ApplyStopped";
  readonly outcome: Outcome;

  constructor(cause: unknown, outcome: Outcome) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.outcome = outcome;
  }
}

/** A run ended because it may begin nothing more. What it has done is whole; applying again does the rest. */
export class OutOfTime extends Error {}

/** Another writer changed an object after it was read. */
export class ConcurrentChange extends Error {}

/** True of such an error, and of refusals because somebody else took a slug or key. */
export const isConcurrentChange = (error: unknown): boolean =>
  error instanceof ConcurrentChange ||
  (error instanceof Refusal && error.details.problems?.some(({ code }) => code === "duplicate") === true);

/** The number of times that an object is read which others are writing. */
export const maxAttempts = 20;
