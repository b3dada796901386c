import * as z from "zod/mini";
import { maySliceQuery } from "#lib/queries/may-list-queries.ts";
import { verbsOfParent } from "./may-shapes.ts";
import { route } from "./route.ts";
import { id, oneOf } from "./shapes.ts";

/** A blog or podcast that the caller may add to; `path` has the slugs from the root (contract#parents). */
export const editorParent = z.object({
  id,
  title: z.string(),
  type: oneOf(["site.Blog", "site.Podcast"], {
    "site.Blog": "has posts",
    "site.Podcast": "has posts and episodes",
  }),
  api_url: z.string(),
  path: z.string(),
  /** Only if it is requested. */
  may: z.optional(verbsOfParent),
});

export const listParents = /* @__PURE__ */ route(() => ({
  id: "editor/parents/list",
  method: "GET",
  path: "/api/editor/parents/",
  summary: "list the blogs and podcasts that the caller may add to",
  auth: "editor",
  permission: "add on the parent",
  envelope: "editor",
  answer: z.array(editorParent),
  query: maySliceQuery,
  errors: ["validation_error", "bad_query"],
  uses: ["table:read", "catalog"],
}));
