import type { ProblemCode } from "#lib/refusals/problem.ts";

/** Why a file is not taken; where it was given is the caller's to say. */
export interface FileProblem {
  readonly code: ProblemCode;
  readonly message: string;
}
