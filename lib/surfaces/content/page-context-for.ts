import { type Caller, sessionTheme, viewerOf } from "#lib/access/principal.ts";
import { visibleMedia } from "#lib/access/visible-media.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import type { Request } from "#lib/http/request.ts";
import type { Rendering } from "#lib/queries/page-rendering.ts";
import { customBlocks } from "#lib/settings/blocks.ts";
import { commentsEnabled } from "#lib/settings/site.ts";
import { customThemes } from "#lib/settings/themes.ts";
import type { Site } from "#lib/site/site.ts";
import type { PageContext } from "./page.ts";
import { pageContext } from "./page-context.ts";

/** A request for pages, with the data that they are shown from. */
export interface PageRequest {
  readonly catalog: Catalog;
  readonly site: Site;
  readonly caller: Caller;
  readonly request: Pick<Request, "origin">;
}

/** The context in which the caller sees pages. */
export const pageContextFor = (
  { catalog, site: { settings, collections, categories, authors }, caller, request }: PageRequest,
  rendering: Rendering,
): PageContext => {
  const viewer = viewerOf(caller);
  return pageContext({
    catalog,
    viewer,
    settings,
    media: visibleMedia(catalog.media, viewer, collections),
    customBlocks: customBlocks(),
    commentsAreEnabled: commentsEnabled(),
    collections,
    categories,
    authors,
    customThemes: customThemes(),
    sessionTheme: sessionTheme(caller),
    request,
    rendering,
  });
};
