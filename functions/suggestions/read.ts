/** GET /api/search-suggestions/{id}/ — suggest posts of a blog by the beginnings of words of their titles */
import { currentCatalog } from "#lib/catalog/current-catalog.ts";
import { parseSuggestionQuery } from "#lib/discovery/suggestion-query.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { isBlog } from "#lib/pages/page.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readSuggestions } from "#lib/routes/suggestions.ts";
import { pageAddresses } from "#lib/views/page-addresses.ts";
import { suggestionsView } from "#lib/views/suggestions.ts";

export const handler = endpoint(readSuggestions, async ({ params, query }) => {
  const { text, words } = parseSuggestionQuery(query);
  const catalog = await currentCatalog();
  const blog = catalog.page(params.id, anonymousViewer);
  if (!blog || !isBlog(blog.kind)) {
    throw new Refusal("not_found", { detail: "No Blog matches the given query." });
  }
  const posts = catalog.suggest({ blogId: blog.id, words, limit: 8 });
  return suggestionsView(text, posts, pageAddresses(catalog));
});
