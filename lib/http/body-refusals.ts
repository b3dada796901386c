import { invalid, Refusal } from "#lib/refusals/refusal.ts";
import { fileFields } from "#lib/routes/fields.ts";
import type { Route } from "#lib/routes/route.ts";

/** The refusal of a body that is too large. For forms with files it says how to send them in parts. */
export const payloadTooLarge = ({ body, envelope }: Pick<Route, "body" | "envelope">): Refusal => {
  // OAuth has one refusal for all that can be wrong with a body (contract#token-exchange).
  if (envelope === "oauth") return new Refusal("invalid_token_request");
  return new Refusal("payload_too_large", body && fileFields(body).size > 0 ? { detail: uploadHint } : {});
};

const uploadHint =
  "The request body is too large. Upload the file by POST /api/editor/uploads/, and send the id of that upload in its place.";

export const twoFilesIn = (field: string): Refusal =>
  unreadableForm(`There are two files in the field ${field}.`);

export const unreadableForm = (reason = ""): Refusal =>
  invalid("non_field_errors", "parse_error", `The form could not be read.${reason && ` ${reason}`}`);

export const unreadableText = (): Refusal =>
  invalid("non_field_errors", "parse_error", "The body contains bytes that are not UTF-8.");
