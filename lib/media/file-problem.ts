import type { ProblemCode } from "#lib/refusals/problem.ts";

/** Why a file is refused. */
export interface FileProblem {
  readonly code: ProblemCode;
  readonly message: string;
}
