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
