import type { Refusal } from "#lib/refusals/refusal.ts";
import { invalid } from "#lib/refusals/refuse-problems.ts";

/** The refusal of a form with two files in one field. */
export const twoFilesIn = (field: string): Refusal =>
  unreadableForm(`There are two files in the field ${field}.`);

/** The refusal of a body that is not a form of its content type, or has too many parts. */
export const unreadableForm = (reason = ""): Refusal =>
  invalid("non_field_errors", "parse_error", `The form could not be read.${reason && ` ${reason}`}`);
