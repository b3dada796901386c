import { type Caller, sessionTheme, viewerOf } from "#lib/access/principal.ts";
import { visibleMedia } from "#lib/access/visible-media.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { config } from "#lib/config.ts";
import type { Site } from "#lib/site/site.ts";
import { pageSurroundings } from "#lib/views/page-surroundings.ts";
import type { Visit } from "#lib/views/site-visit.ts";
import { customBlocks } from "./custom-blocks.ts";
import { customThemes } from "./custom-themes.ts";
import type { Request } from "./request.ts";

/** Who visits what. */
interface Arrival {
  readonly catalog: Catalog;
  readonly site: Site;
  readonly caller: Caller;
  readonly request: Pick<Request, "origin">;
  /** The slug of the theme that the request chooses, perhaps an unknown one. */
  readonly theme: string | null;
}

/** The visit of whoever sent the request. */
export const siteVisit = ({ catalog, site, caller, request, theme }: Arrival): Visit => {
  const viewer = viewerOf(caller);
  const surroundings = pageSurroundings({
    catalog,
    viewer,
    settings: site.settings,
    media: visibleMedia(catalog.media, viewer, site.collections),
    customBlocks: customBlocks(),
    commentsAreEnabled: config.commentsEnabled(),
    request,
    customThemes: customThemes(),
    sessionTheme: sessionTheme(caller),
    rendering: { richTextFormat: null, forFeed: false, theme },
  });
  return { ...surroundings, catalog, viewer, site };
};
