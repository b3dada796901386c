import { type Caller, viewerOf } from "#lib/access/principal.ts";
import { visibleMedia } from "#lib/access/visible-media.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { privateHeaders, Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import type { Site } from "#lib/site/site.ts";
import { type Played, webPlayerView } from "./web-player.ts";

/** Who asked for a player's document, and what it is made from. */
export interface PlayerRequest {
  readonly caller: Caller;
  readonly catalog: Catalog;
  readonly site: Site;
  readonly request: Request;
}

/** The answer with a web player's document; nobody may keep it unless everybody would get it. */
export const webPlayerReply = (
  { isPublic, ...played }: Played & { readonly isPublic: boolean },
  { caller, catalog, site, request }: PlayerRequest,
): Reply<ReturnType<typeof webPlayerView>> => {
  const viewer = viewerOf(caller);
  const document = webPlayerView(played, {
    base: site.settings.baseUrl ?? request.origin,
    catalog,
    viewer,
    media: visibleMedia(catalog.media, viewer, site.collections),
  });
  return new Reply(document, isPublic ? {} : { headers: privateHeaders });
};
