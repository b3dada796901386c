import type { Problem, ProblemCode } from "./problem.ts";
import { Refusal } from "./refusal.ts";

/** Throws a `validation_error` with the problems, if there are any. */
export const refuseProblems = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw new Refusal("validation_error", { problems });
};

/** A `validation_error` with one problem, to be thrown. */
export const invalid = (path: string, code: ProblemCode, message: string): Refusal =>
  new Refusal("validation_error", { problems: [{ path, code, message }] });
