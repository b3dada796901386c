import type { Refusal } from "#lib/refusals/refusal.ts";
import { invalid } from "#lib/refusals/refuse-problems.ts";

/** The refusal of a body that should be text. */
export const unreadableText = (): Refusal =>
  invalid("non_field_errors", "parse_error", "The body contains bytes that are not UTF-8.");
