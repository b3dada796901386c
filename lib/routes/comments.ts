import * as z from "zod/mini";
import { commentStates } from "#lib/pages/comment.ts";
import { commentListQuery } from "#lib/queries/comment-list-query.ts";
import { sliceQuery } from "#lib/queries/pagination.ts";
import { route } from "./route.ts";
import { envelopeOf, id, oneOf } from "./shapes.ts";
import { moderationAuth, moderationScope } from "./verb-rights.ts";

export const listTrainingData = /* @__PURE__ */ route(() => ({
  id: "comments/training-data",
  method: "GET",
  path: "/api/comment_training_data/",
  summary: "list the comments that are decided, to train a spam classifier",
  auth: "staff",
  isPrivate: true,
  envelope: "legacy",
  answer: z.array(
    z.tuple(
      [oneOf(["ham", "spam"], { ham: "approved", spam: "refused or removed" }), z.string()],
      z.string(),
    ),
  ),
  query: sliceQuery,
  errors: ["bad_query"],
  uses: ["table:read"],
}));

export const moderatedComment = z.object({
  id,
  page: id,
  parent: z.nullable(id),
  author_name: z.string(),
  text: z.string(),
  state: oneOf(commentStates, {
    pending: "waits for a decision",
    public: "shown on its page",
    refused: "never shown",
    removed: "no longer shown",
  }),
  score: z.nullable(z.number()),
  created_at: z.string(),
});

export const listComments = /* @__PURE__ */ route(() => ({
  id: "comments/list",
  method: "GET",
  path: "/api/editor/comments/",
  summary: "list comments with their states, the newest first",
  auth: moderationAuth,
  envelope: "editor",
  answer: envelopeOf(moderatedComment),
  query: commentListQuery,
  errors: ["validation_error", "busy"],
  // The first list after an update writes down where older comments are.
  uses: ["table:write"],
}));

const judgement = {
  method: "POST",
  params: ["id"],
  auth: moderationAuth,
  scope: moderationScope,
  takesKeys: true,
  envelope: "editor",
  answer: moderatedComment,
  errors: ["not_found", "comments_full", "busy"],
  uses: ["table:write"],
} as const;

export const approveComment = /* @__PURE__ */ route(() => ({
  ...judgement,
  id: "comments/approve",
  path: "/api/editor/comments/{id}/approve/",
  summary: "make a comment public",
}));

export const refuseComment = /* @__PURE__ */ route(() => ({
  ...judgement,
  id: "comments/refuse",
  path: "/api/editor/comments/{id}/refuse/",
  summary: "refuse a comment as spam",
}));

export const removeComment = /* @__PURE__ */ route(() => ({
  ...judgement,
  id: "comments/remove",
  path: "/api/editor/comments/{id}/remove/",
  summary: "take a comment down",
}));
