import * as z from "zod/mini";
import { mayWindowQuery } from "#lib/queries/may-list-queries.ts";
import { editorWritten, revisionHeader } from "./editor-post-shapes.ts";
import { verbsInBin } from "./may-shapes.ts";
import { route } from "./route.ts";
import { envelopeOf, id, oneOf } from "./shapes.ts";
import { restorationScope } from "./verb-rights.ts";

const common = { auth: "editor", envelope: "editor" } as const;
const path = "/api/editor/bin/";

/** A post or episode in the bin (contract#bin). */
export const binnedPost = z.object({
  id,
  type: oneOf(["site.Post", "site.Episode", "site.Page"], {
    "site.Post": "a post",
    "site.Episode": "an episode of a podcast",
    "site.Page": "a page that is no post, such as an imprint",
  }),
  title: z.string(),
  slug: z.string(),
  parent: z.object({ id }),
  latest_revision_id: id,
  deleted_at: z.iso.datetime(),
  deleted_by: z.nullable(z.string()),
  expires_at: z.iso.datetime(),
  /** Only if it is requested. */
  may: z.optional(verbsInBin),
});

export const listBin = /* @__PURE__ */ route(() => ({
  ...common,
  id: "editor/bin/list",
  method: "GET",
  path,
  summary: "list the posts and episodes in the bin, the last deleted first",
  permission: "edit",
  query: mayWindowQuery,
  answer: envelopeOf(binnedPost),
  errors: ["validation_error", "not_found"],
  uses: ["table:read"],
}));

export const restoreFromBin = /* @__PURE__ */ route(() => ({
  ...common,
  id: "editor/bin/restore",
  method: "POST",
  path: `${path}{id}/restore/`,
  params: ["id"],
  summary: "take a post or episode out of the bin, as a draft",
  scope: restorationScope,
  takesKeys: true,
  takesDryRun: true,
  permission: "edit, and add on the parent",
  headers: revisionHeader,
  answer: editorWritten,
  errors: ["validation_error", "not_found", "permission_denied", "revision_conflict", "parent_gone", "busy"],
  uses: ["table:write"],
}));
