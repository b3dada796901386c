import type { ProblemCode } from "#lib/refusals/problem.ts";

export interface FileProblem {
  readonly code: ProblemCode;
  readonly message: string;
}
