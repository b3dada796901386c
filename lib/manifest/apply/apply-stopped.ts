import type { Outcome } from "./outcome.ts";

/** Something failed while a manifest was applied, of which a part is done. Applying it again completes it. */
export class ApplyStopped extends Error {
  override readonly name = "ApplyStopped";
  readonly outcome: Outcome;

  constructor(cause: unknown, outcome: Outcome) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.outcome = outcome;
  }
}
