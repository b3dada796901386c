import { Refusal } from "#lib/refusals/refusal.ts";
import { fileFields } from "#lib/routes/fields.ts";
import type { Route } from "#lib/routes/route.ts";

/**
 * The refusal of a body that is larger than the route takes; where it would have brought files, it says how
 * they come otherwise.
 */
export const payloadTooLarge = ({ body }: Pick<Route, "body">): Refusal =>
  new Refusal("payload_too_large", body && fileFields(body).size > 0 ? { detail: wayOut } : {});

const wayOut =
  "The request body is too large. Upload the file by POST /api/editor/uploads/, and send the id of that upload in its place.";
