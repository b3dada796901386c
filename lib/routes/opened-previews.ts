import { previewItemQuery, previewPageQuery } from "#lib/queries/preview-query.ts";
import { pageItem } from "./page-shapes.ts";
import { route } from "./route.ts";

const path = "/cms/pages/{id}/previews/{link}/";

const common = { method: "GET", auth: "public", isPrivate: true, params: ["id", "link"] } as const;

export const showPreview = /* @__PURE__ */ route(() => ({
  ...common,
  id: "preview-links/show",
  path,
  summary: "show a post or episode to people with a preview link",
  envelope: "legacy",
  query: previewPageQuery,
  answerType: "text/html; charset=utf-8",
  alsoAnswers: { 404: "There is no such link, or it has ended; a page says so." },
  hasErrorPages: true,
  errors: ["not_found"],
  uses: ["table:read"],
}));

export const readPreview = /* @__PURE__ */ route(() => ({
  ...common,
  id: "preview-links/read",
  path: `/api${path}`,
  summary: "read a post or episode that a preview link shows",
  envelope: "pages",
  query: previewItemQuery,
  answer: pageItem,
  errors: ["bad_query", "not_found", "busy"],
  uses: ["table:read", "catalog"],
}));
