import type { Problem, ProblemCode } from "./problem.ts";
import { Refusal } from "./refusal.ts";

/** Throws the `validation_error` that lists the problems, when there are any. */
export const refuseProblems = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw new Refusal("validation_error", { problems });
};

/** The `validation_error` with a single problem, ready to be thrown. */
export const invalid = (path: string, code: ProblemCode, message: string): Refusal =>
  new Refusal("validation_error", { problems: [{ path, code, message }] });
