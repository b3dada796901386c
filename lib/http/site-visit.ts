import { lockedCollection } from "#lib/access/collection-access.ts";
import { viewerOf } from "#lib/access/principal.ts";
import { lastValues } from "#lib/discovery/last-values.ts";
import { chosenTheme } from "#lib/discovery/page-rendering.ts";
import type { Visit } from "#lib/views/site-visit.ts";
import { postFilters } from "./post-filters.ts";
import type { Request } from "./request.ts";
import { type Audience, surroundingsFor } from "./surroundings-for.ts";

/** The visit of whoever sent the request, who may have chosen a theme. */
export const siteVisit = (audience: Audience, { query }: Pick<Request, "query">): Visit => {
  const { catalog, caller, site } = audience;
  const viewer = viewerOf(caller);
  return {
    ...surroundingsFor(audience, {
      richTextFormat: null,
      forFeed: false,
      theme: chosenTheme(lastValues(query)),
    }),
    catalog,
    viewer,
    site,
    lockedCollection: (id) => lockedCollection(viewer, site.collections, id),
    passwordWasWrong: query.get("password") === "wrong",
    postFilters: postFilters(),
  };
};
