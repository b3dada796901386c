import { viewerOf } from "#lib/access/principal.ts";
import { visibleMedia } from "#lib/access/visible-media.ts";
import { privateHeaders, Reply } from "#lib/http/reply.ts";
import type { PageRequest } from "#lib/surfaces/content/page-context-for.ts";
import { type Played, webPlayerView } from "./web-player.ts";

/** The answer with a web player's document; no cache may keep it unless everybody gets the same. */
export const webPlayerReply = (
  { isPublic, ...played }: Played & { readonly isPublic: boolean },
  { caller, catalog, site, request }: PageRequest,
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
