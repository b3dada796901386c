import * as z from "zod/mini";
import { maxPreviewSeconds } from "#lib/pages/preview-link.ts";
import { strictWindowQuery } from "#lib/queries/pagination.ts";
import { orNull, positiveIntegerField } from "./fields.ts";
import { route } from "./route.ts";
import { envelopeOf, id } from "./shapes.ts";

const onPost = "/api/editor/posts/{id}/preview-links/";
const onEpisode = "/api/editor/episodes/{id}/preview-links/";

/** A preview link as editors see it, without its addresses (contract#preview-links). */
export const previewLinkEntry = z.object({
  id,
  revision: z.nullable(id),
  created_by: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});

/** A link with its addresses, which are null in the answer to a repeated request. */
export const newPreviewLink = z.object({
  id,
  url: z.nullable(z.string()),
  json_url: z.nullable(z.string()),
  expires_at: z.iso.datetime(),
});

export const previewLinkToCreate = z.object({
  expires_in: z.optional(orNull(positiveIntegerField({ maximum: maxPreviewSeconds }))),
  revision: z.optional(orNull(positiveIntegerField())),
});

const common = { auth: "editor", envelope: "editor", permission: "edit" } as const;

const listing = {
  ...common,
  method: "GET",
  alsoAtPath: ["POST"],
  params: ["id"],
  query: strictWindowQuery,
  answer: envelopeOf(previewLinkEntry),
  errors: ["validation_error", "not_found", "permission_denied"],
  uses: ["table:read"],
} as const;

const creation = {
  ...common,
  method: "POST",
  alsoAtPath: ["GET"],
  params: ["id"],
  scope: "write",
  takesKeys: true,
  body: previewLinkToCreate,
  status: 201,
  answer: newPreviewLink,
  errors: [
    "validation_error",
    "not_found",
    "permission_denied",
    "no_revision",
    "too_many_preview_links",
    "busy",
  ],
  uses: ["table:write"],
} as const;

const revocation = {
  ...common,
  method: "DELETE",
  params: ["id", "link"],
  scope: "write",
  takesKeys: true,
  status: 204,
  errors: ["not_found", "permission_denied", "busy"],
  uses: ["table:write"],
} as const;

export const listPostPreviewLinks = /* @__PURE__ */ route(() => ({
  ...listing,
  id: "editor/posts/list-preview-links",
  path: onPost,
  summary: "list the preview links of a post, the newest first",
}));

export const createPostPreviewLink = /* @__PURE__ */ route(() => ({
  ...creation,
  id: "editor/posts/create-preview-link",
  path: onPost,
  summary: "make a link that shows a post's draft to strangers",
}));

export const deletePostPreviewLink = /* @__PURE__ */ route(() => ({
  ...revocation,
  id: "editor/posts/delete-preview-link",
  path: `${onPost}{link}/`,
  summary: "revoke a preview link of a post",
}));

export const listEpisodePreviewLinks = /* @__PURE__ */ route(() => ({
  ...listing,
  id: "editor/episodes/list-preview-links",
  path: onEpisode,
  summary: "list the preview links of an episode, the newest first",
}));

export const createEpisodePreviewLink = /* @__PURE__ */ route(() => ({
  ...creation,
  id: "editor/episodes/create-preview-link",
  path: onEpisode,
  summary: "make a link that shows an episode's draft to strangers",
}));

export const deleteEpisodePreviewLink = /* @__PURE__ */ route(() => ({
  ...revocation,
  id: "editor/episodes/delete-preview-link",
  path: `${onEpisode}{link}/`,
  summary: "revoke a preview link of an episode",
}));
