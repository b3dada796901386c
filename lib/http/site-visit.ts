import { viewerOf } from "#lib/access/principal.ts";
import type { Visit } from "#lib/views/site-visit.ts";
import { type Audience, surroundingsFor } from "./surroundings-for.ts";

/** The visit of whoever sent the request, who may have chosen a theme by its slug. */
export const siteVisit = (audience: Audience, theme: string | null): Visit => ({
  ...surroundingsFor(audience, { richTextFormat: null, forFeed: false, theme }),
  catalog: audience.catalog,
  viewer: viewerOf(audience.caller),
  site: audience.site,
});
