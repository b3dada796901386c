import { route } from "./route.ts";

/** Pages for people below the address of the admin that functions answer. */
const editorsPage = {
  method: "GET",
  auth: "public",
  isPrivate: true,
  envelope: "legacy",
  params: ["id"],
  permission: "edit",
  answerType: "text/html; charset=utf-8",
  alsoAnswers: {
    302: "The caller is not signed in: the sign-in form is at `Location`.",
    403: "The caller may not edit the object; a page says so.",
    404: "There is no such object; a page says so.",
  },
  hasErrorPages: true,
  errors: ["not_found"],
  uses: ["table:read"],
} as const;

export const showDraft = /* @__PURE__ */ route(() => ({
  ...editorsPage,
  id: "cms/pages/preview",
  path: "/cms/pages/{id}/view_draft/",
  summary: "show people the draft of a post or episode, and its state",
}));

export const showStatistics = /* @__PURE__ */ route(() => ({
  id: "cms/statistics/read",
  method: "GET",
  path: "/cms/statistics/",
  summary: "show administrators what was counted on the last 30 days",
  scope: "admin",
  auth: "public",
  isPrivate: true,
  envelope: "legacy",
  answerType: "text/html; charset=utf-8",
  alsoAnswers: {
    302: "The caller is not signed in: the sign-in form is at `Location`.",
    403: "The caller is no administrator; a page says so.",
  },
  hasErrorPages: true,
  uses: ["table:read", "catalog"],
}));
