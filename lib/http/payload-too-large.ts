import { Refusal } from "#lib/refusals/refusal.ts";
import { fileFields } from "#lib/routes/fields.ts";
import type { Route } from "#lib/routes/route.ts";

/** The refusal of a body that is too large. For forms with files it says how to send them in parts. */
export const payloadTooLarge = ({ body }: Pick<Route, "body">): Refusal =>
  new Refusal("payload_too_large", body && fileFields(body).size > 0 ? { detail: wayOut } : {});

const wayOut =
  "The request body is too large. Upload the file by POST /api/editor/uploads/, and send the id of that upload in its place.";
