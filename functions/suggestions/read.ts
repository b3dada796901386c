/** GET /api/search-suggestions/{id}/ — suggest posts of a blog by the beginnings of words of their titles */
import { currentCatalog } from "#lib/catalog/current-catalog.ts";
import { narrowingOf } from "#lib/catalog/narrowing.ts";
import { config } from "#lib/config.ts";
import { parseSuggestionQuery } from "#lib/discovery/suggestion-query.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { isBlog } from "#lib/pages/page.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readSuggestions } from "#lib/routes/suggestions.ts";
import { siteAt } from "#lib/store/site.ts";
import { pageAddresses } from "#lib/views/page-addresses.ts";
import { suggestionsView } from "#lib/views/suggestions.ts";

export const handler = endpoint(readSuggestions, async ({ params, query }) => {
  const { text, words, filter } = parseSuggestionQuery(query, config.postFilters());
  const catalog = await currentCatalog();
  const { categories } = await siteAt(catalog.siteVersion);
  const blog = catalog.page(params.id, anonymousViewer);
  if (!blog || !isBlog(blog.kind)) {
    throw new Refusal("not_found", { detail: "No Blog matches the given query." });
  }
  const narrowing = narrowingOf(filter, categories);
  const posts = catalog.suggest({ blogId: blog.id, narrowing, words, limit: 8 });
  return suggestionsView(text, posts, pageAddresses(catalog));
});
