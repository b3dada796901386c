import { type RefusalCode, type RefusalKind, refusals } from "./catalogue.ts";
import type { ExactInteger } from "./exact-integer.ts";
import type { Problem } from "./problem.ts";

/** What a refusal may say beyond its code. */
export interface RefusalDetails {
  /** Public text; the catalogue's when absent. */
  readonly detail?: string;
  /** The field problems of a `validation_error`, in the order in which they are reported. */
  readonly problems?: readonly Problem[];
  /** Further members of the body, by wire name, such as `current_revision_id` of a `revision_conflict`. */
  readonly fields?: Readonly<Record<string, string | number | boolean | null | ExactInteger>>;
  /** Response headers that belong to this refusal. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What went wrong behind it, for the log. */
  readonly cause?: unknown;
}

/**
 * A documented "no". Thrown where it is found, rendered once, by `endpoint()`.
 * Anything else that is thrown is a bug and shows callers a request id only.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.detail ?? refusals[code].text);
    this.name = "Refusal";
    this.code = code;
    this.details = details;
  }

  get kind(): RefusalKind {
    return refusals[this.code];
  }
}
