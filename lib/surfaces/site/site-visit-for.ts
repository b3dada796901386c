import { lockedCollection } from "#lib/access/collection-access.ts";
import { viewerOf } from "#lib/access/principal.ts";
import type { SitePageQuery } from "#lib/queries/site-page-query.ts";
import { postFilters } from "#lib/settings/site.ts";
import { type PageRequest, pageContextFor } from "#lib/surfaces/content/page-context-for.ts";
import type { Visit } from "./site-visit.ts";

export const siteVisitFor = (
  pageRequest: PageRequest,
  { theme, passwordWasWrong }: Pick<SitePageQuery, "theme" | "passwordWasWrong">,
): Visit => {
  const { catalog, caller, site } = pageRequest;
  const viewer = viewerOf(caller);
  return {
    ...pageContextFor(pageRequest, { richTextFormat: null, forFeed: false, theme }),
    catalog,
    viewer,
    site,
    lockedCollection: (id) => lockedCollection(viewer, site.collections, id),
    passwordWasWrong,
    postFilters: postFilters(),
  };
};
