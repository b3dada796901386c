import * as z from "zod/mini";
import { changeQuery } from "#lib/queries/change-query.ts";
import { revalidated, route } from "./route.ts";
import { id, oneOf } from "./shapes.ts";

/** A changed page, as strangers are told of it. Digest and address are null if it is gone. */
const changeItem = z.object({
  id,
  type: z.string(),
  change: oneOf(["published", "updated", "unpublished", "deleted"], {
    published: "strangers can view it now, and could not at the cursor",
    updated: "strangers could and can view it",
    unpublished: "it is there, and strangers cannot view it any more",
    deleted: "it is gone",
  }),
  at: z.string(),
  digest: z.nullable(z.string()),
  html_url: z.nullable(z.string()),
  detail_url: z.string(),
});

export const listChanges = /* @__PURE__ */ route(() => ({
  ...revalidated,
  id: "changes/list",
  method: "GET",
  path: "/api/changes/",
  summary: "list what strangers may view and how it changed since a cursor",
  auth: "public",
  envelope: "editor",
  query: changeQuery,
  answer: z.object({ results: z.array(changeItem), cursor: z.string(), more: z.boolean() }),
  errors: ["validation_error", "cursor_expired", "busy"],
  uses: ["table:read", "catalog"],
}));
