import type { Refusal } from "#lib/refusals/refusal.ts";
import { invalid } from "#lib/refusals/refuse-problems.ts";

/** The refusal of a form that brings a second file in a field, of which only one could count. */
export const twoFilesIn = (field: string): Refusal =>
  unreadableForm(`There are two files in the field ${field}.`);

/** The refusal of a body that is no form of its content type, or a larger one than is read. */
export const unreadableForm = (reason = ""): Refusal =>
  invalid("non_field_errors", "parse_error", `The form could not be read.${reason && ` ${reason}`}`);
