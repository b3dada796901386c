import * as z from "zod/mini";
import { anyObject, orNull, positiveIntegerField, textField, wholeNumberField } from "./fields.ts";
import { route } from "./route.ts";
import { id } from "./shapes.ts";

const onPost = "/api/editor/posts/{id}/working-copy/";
const onEpisode = "/api/editor/episodes/{id}/working-copy/";

/** What the caller has typed into a page and not saved (contract#working-copies). */
export const workingCopy = z.object({
  version: z.int().check(z.positive()),
  base_revision_id: id,
  fields: z.record(z.string(), z.unknown()),
  updated_at: z.iso.datetime(),
  client: z.nullable(z.string()),
});

export const workingCopyToStore = z.object({
  base_revision_id: positiveIntegerField(),
  fields: anyObject(),
  version: z.optional(wholeNumberField()),
  client: z.optional(orNull(textField({ maxLength: 100, blank: true }))),
});

const common = { auth: "editor", envelope: "editor", permission: "edit", params: ["id"] } as const;

const reading = {
  ...common,
  method: "GET",
  alsoAtPath: ["PUT", "DELETE"],
  answer: workingCopy,
  errors: ["not_found", "permission_denied", "busy"],
  uses: ["table:read"],
} as const;

const changing = { ...common, scope: "write", takesKeys: true, uses: ["table:write"] } as const;

const storing = {
  ...changing,
  method: "PUT",
  alsoAtPath: ["GET", "DELETE"],
  body: workingCopyToStore,
  answer: workingCopy,
  errors: ["validation_error", "not_found", "permission_denied", "working_copy_conflict", "busy"],
  // A megabyte of text has three times as many bytes where its JSON is written in ASCII.
  limits: { bodyBytes: 3_145_728 },
} as const;

const removing = {
  ...changing,
  method: "DELETE",
  alsoAtPath: ["GET", "PUT"],
  status: 204,
  errors: ["not_found", "permission_denied", "busy"],
} as const;

export const readPostWorkingCopy = /* @__PURE__ */ route(() => ({
  ...reading,
  id: "editor/posts/read-working-copy",
  path: onPost,
  summary: "read the caller's working copy of a post",
}));

export const putPostWorkingCopy = /* @__PURE__ */ route(() => ({
  ...storing,
  id: "editor/posts/put-working-copy",
  path: onPost,
  summary: "store the caller's working copy of a post",
}));

export const deletePostWorkingCopy = /* @__PURE__ */ route(() => ({
  ...removing,
  id: "editor/posts/delete-working-copy",
  path: onPost,
  summary: "remove the caller's working copy of a post",
}));

export const readEpisodeWorkingCopy = /* @__PURE__ */ route(() => ({
  ...reading,
  id: "editor/episodes/read-working-copy",
  path: onEpisode,
  summary: "read the caller's working copy of an episode",
}));

export const putEpisodeWorkingCopy = /* @__PURE__ */ route(() => ({
  ...storing,
  id: "editor/episodes/put-working-copy",
  path: onEpisode,
  summary: "store the caller's working copy of an episode",
}));

export const deleteEpisodeWorkingCopy = /* @__PURE__ */ route(() => ({
  ...removing,
  id: "editor/episodes/delete-working-copy",
  path: onEpisode,
  summary: "remove the caller's working copy of an episode",
}));
