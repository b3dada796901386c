import type { Listing } from "#lib/pages/listing.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import type { BlogPage } from "#lib/themes/theme.ts";
import type { SiteContext } from "./site-context.ts";

/** What scripts add to a blog's form and filters. The API that they read knows only blogs for everybody. */
export const scriptedList = (
  { id }: Listing,
  { form, facets }: Pick<BlogPage, "form" | "facets">,
  { catalog }: Pick<SiteContext, "catalog">,
): Pick<BlogPage, "suggestionsUrl" | "countsUrl" | "extras"> => {
  if (!catalog.page(id, anonymousViewer)) return {};
  const suggests = (form?.search ?? null) !== null;
  const filters = facets.length > 0;
  return {
    ...(suggests ? { suggestionsUrl: `/api/search-suggestions/${id}/` } : {}),
    ...(filters ? { countsUrl: `/api/facet_counts/${id}/` } : {}),
    extras: [...(suggests ? (["search"] as const) : []), ...(filters ? (["filters"] as const) : [])],
  };
};
