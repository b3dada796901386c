import { Refusal } from "./refusal.ts";

/** The codes of field problems (spec "Errors", decisions §9–§12). */
export type ProblemCode =
  | "blank"
  | "cardinality"
  | "conflict"
  | "duplicate"
  | "inline_embed"
  | "inline_image"
  | "invalid"
  | "invalid_choice"
  | "markdown_unavailable"
  | "max_length"
  | "min_value"
  | "mismatch"
  | "not_a_list"
  | "not_found"
  | "null"
  | "null_characters_not_allowed"
  | "parse_error"
  | "required"
  | "unknown"
  | "unsupported"
  | "unsupported_block_type"
  | "unsupported_parameter";

/** One thing wrong with a request, at a dotted path into its body or query; `non_field_errors` for the request as a whole. */
export interface Problem {
  readonly path: string;
  readonly code: ProblemCode;
  readonly message: string;
}

/** Throws the `validation_error` that lists the problems, when there are any. */
export const refuseProblems = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw new Refusal("validation_error", { problems });
};

/** The `validation_error` with a single problem, ready to be thrown. */
export const invalid = (path: string, code: ProblemCode, message: string): Refusal =>
  new Refusal("validation_error", { problems: [{ path, code, message }] });
