import { sitePageQuery } from "#lib/queries/site-page-queries.ts";
import { revalidated, route } from "./route.ts";

export const readSitePage = /* @__PURE__ */ route(() => ({
  id: "site/pages/read",
  method: "GET",
  alsoAtPath: ["POST"],
  path: "/{path+}",
  aliases: ["/"],
  tail: "The slugs of the page and of those above it, below the site's root page, as `html_url` has them.",
  summary: "show people a page of the site, or, at `/`, its front page",
  auth: "public",
  envelope: "legacy",
  query: sitePageQuery,
  headers: revalidated.headers,
  answerType: "text/html; charset=utf-8",
  alsoAnswerTypes: ["text/markdown"],
  alsoAnswers: {
    ...revalidated.alsoAnswers,
    301: "The page has another address now, which is at `Location`.",
    302: "Only signed-in people see the page: the sign-in form is at `Location`.",
    403: "The caller is not among those who see the page; a page says so, and asks for the password where there is one.",
    404: "There is no such page; a page says so.",
  },
  hasErrorPages: true,
  errors: ["busy"],
  uses: ["table:read", "catalog", "media:read"],
}));
