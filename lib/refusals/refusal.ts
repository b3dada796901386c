import { type RefusalCode, type RefusalKind, refusals } from "./catalogue.ts";
import type { Problem, ProblemCode } from "./problem.ts";

export interface RefusalDetails {
  /** Public text; the catalogue's when absent. */
  readonly detail?: string;
  /** The problems of a `validation_error`, in the order in which they are reported. */
  readonly problems?: readonly Problem[];
  /** Further members of the body, such as `current_revision_id` of a `revision_conflict`. */
  readonly fields?: Readonly<Record<string, string | number | boolean | object | null>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The error behind it, for the log. */
  readonly cause?: unknown;
}

/** A documented "no", rendered by `endpoint()`. Callers see only a request id of any other error. */
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

/** Throws a `validation_error` with the problems, if there are any. */
export const refuseProblems = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw new Refusal("validation_error", { problems });
};

/** A `validation_error` with one problem, to be thrown. */
export const invalid = (path: string, code: ProblemCode, message: string): Refusal =>
  new Refusal("validation_error", { problems: [{ path, code, message }] });

/** An integer that JSON writes from its digits, because a number would round it. */
export interface ExactInteger {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    /** A value that `JSON.stringify` writes as this text of a JSON scalar (ECMAScript 2026). */
    rawJSON(text: string): ExactInteger;
  }
}

export const exactInteger = (digits: string): ExactInteger => JSON.rawJSON(digits);
