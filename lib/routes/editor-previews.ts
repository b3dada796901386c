import { copyPreviewQuery } from "#lib/queries/working-copy-query.ts";
import { route } from "./route.ts";

const common = {
  method: "GET",
  auth: "editor",
  envelope: "editor",
  params: ["id"],
  permission: "edit",
  answerType: "text/html; charset=utf-8",
  query: copyPreviewQuery,
  errors: ["validation_error", "not_found", "permission_denied", "busy"],
  uses: ["table:read"],
} as const;

export const previewPost = /* @__PURE__ */ route(() => ({
  ...common,
  id: "editor/posts/preview",
  path: "/api/editor/posts/{id}/preview/",
  summary: "show a post's latest revision as visitors would see it",
}));

export const previewEpisode = /* @__PURE__ */ route(() => ({
  ...common,
  id: "editor/episodes/preview",
  path: "/api/editor/episodes/{id}/preview/",
  summary: "show an episode's latest revision as visitors would see it",
}));
