import * as z from "zod/mini";
import { textField, uncheckedField } from "./fields.ts";
import { route } from "./route.ts";

/** A field of a form for people: its problems are shown on the page, with everything that was entered. */
const entered = (maxLength: number) => z.optional(uncheckedField(textField({ maxLength })));

export const commentOnPage = /* @__PURE__ */ route(() => ({
  id: "site/pages/comment",
  method: "POST",
  alsoAtPath: ["GET"],
  path: "/{path+}",
  aliases: ["/"],
  tail: "The slugs of a post and of the pages above it, below the site's root page, as `html_url` has them.",
  summary: "send a visitor's comment on a post",
  auth: "public",
  csrf: "origin",
  envelope: "editor",
  bodyKinds: ["form"],
  body: z.object({
    name: entered(100),
    email: entered(254),
    text: entered(5_000),
    answers: entered(16),
    website: entered(0),
    opened: entered(15),
  }),
  status: 303,
  answerType: "text/html; charset=utf-8",
  alsoAnswers: {
    302: "Only signed-in people see the page: the sign-in form is at `Location`.",
    400: "The page with the form, what was entered, and its problems.",
    403: "The caller is not among those who see the page; a page says so, and asks for the password where there is one.",
    404: "There is no such page; a page says so.",
    409: "The page with the form: the post has no room for more comments.",
    429: "The page with the form: too many comments came from the address, or to the post.",
    503: "The page with the form: the service is busy.",
  },
  hasErrorPages: true,
  errors: [
    "validation_error",
    "csrf_failed",
    "method_not_allowed",
    "rate_limited",
    "comments_full",
    "not_found",
    "busy",
  ],
  uses: ["table:write", "catalog"],
  // The longest text, each of its characters in four bytes of three signs each, and the other fields.
  limits: { bodyBytes: 81_920 },
}));
