import { revalidated } from "./revalidated.ts";
import { route } from "./route.ts";

export const readSitePage = route({
  id: "site/pages/read",
  method: "GET",
  path: "/{path+}",
  aliases: ["/"],
  tail: "The slugs of the page and of those above it, below the site's root page, as `html_url` has them.",
  summary: "show people a page of the site, or, at `/`, its front page",
  auth: "public",
  envelope: "legacy",
  query: {
    page: { description: "Of a blog: the page of the list of its posts, from 1.", type: "integer" },
    search: { description: "Of a blog: only posts with all of these words, those that fit best first." },
    date_facets: { description: "Of a blog: only posts of this month, as `YYYY-MM`." },
    category_facets: { description: "Of a blog: only posts of the category with this slug." },
    tag_facets: { description: "Of a blog: only posts with the tag of this slug." },
    date_after: { description: "Of a blog: only posts of this day, as `YYYY-MM-DD`, and later." },
    date_before: { description: "Of a blog: only posts of this day, as `YYYY-MM-DD`, and earlier." },
    o: { description: "Of a blog: `visible_date` for the oldest first, `-visible_date` for the newest." },
    theme: { description: "The theme to show the page in." },
    template_base_dir: { description: "Another name of `theme`, which wins." },
  },
  headers: revalidated.headers,
  answerType: "text/html; charset=utf-8",
  alsoAnswers: {
    ...revalidated.alsoAnswers,
    302: "Only signed-in people see the page: the sign-in form is at `Location`.",
    403: "The caller is not among those who see the page; a page says so, and asks for the password where there is one.",
    404: "There is no such page; a page says so.",
  },
  pagesAt: [403, 404],
  errors: ["busy"],
  uses: ["table:read", "catalog"],
});
