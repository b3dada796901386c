/** GET /api/audios/webplayer/{id}/ — read what a web player needs of an audio */
import { requirePlaying } from "#lib/access/playing.ts";
import { viewerOf } from "#lib/access/principal.ts";
import { visibleMedia } from "#lib/access/visible-media.ts";
import { currentCatalog } from "#lib/catalog/current-catalog.ts";
import { parseEpisodeId } from "#lib/discovery/episode-id.ts";
import { lastValues } from "#lib/discovery/last-values.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { privateHeaders, Reply } from "#lib/http/reply.ts";
import { segmentsIn } from "#lib/media/transcript.ts";
import { readWebPlayer } from "#lib/routes/web-player.ts";
import { siteAt } from "#lib/store/site.ts";
import { readTranscript } from "#lib/store/transcripts.ts";
import { webPlayerView } from "#lib/views/web-player.ts";

export const handler = endpoint(readWebPlayer, async ({ params, query, caller, request }) => {
  const wanted = { audioId: params.id, episodeId: parseEpisodeId(lastValues(query)) };
  const viewer = viewerOf(caller);
  const catalog = await currentCatalog();
  const { settings, collections } = await siteAt(catalog.siteVersion);
  const { isPublic, ...playing } = await requirePlaying(wanted, { caller, catalog, collections });
  const segments = segmentsIn(await readTranscript(playing.audio.transcript));
  const document = webPlayerView(
    { ...playing, segments },
    {
      base: settings.baseUrl ?? request.origin,
      catalog,
      viewer,
      media: visibleMedia(catalog.media, viewer, collections),
    },
  );
  return new Reply(document, isPublic ? {} : { headers: privateHeaders });
});
