/** GET /api/search-suggestions/{id}/ — suggest posts of a blog by the beginnings of words of their titles */
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { publicBlog } from "#lib/catalog/list-query-for.ts";
import { narrowingOf } from "#lib/catalog/pages/narrowing.ts";
import { suggestPosts } from "#lib/catalog/pages/suggestions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readSuggestions } from "#lib/routes/suggestions.ts";
import { siteAt } from "#lib/store/site.ts";
import { suggestionsView } from "#lib/surfaces/content/facets.ts";
import { pageAddresses } from "#lib/surfaces/content/page-context.ts";

export const handler = endpoint(readSuggestions, async ({ params, query }) => {
  const { text, words, filter } = query;
  const catalog = await currentCatalog();
  const { id: blogId } = publicBlog(catalog, params.id);
  const narrowing = narrowingOf(filter, await siteAt(catalog.siteVersion));
  const posts = suggestPosts(catalog.pages, { blogId, narrowing, words, limit: 8 });
  return suggestionsView(text, posts, pageAddresses(catalog));
});
