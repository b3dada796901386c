/** GET /api/audios/webplayer/{id}/ — read what a web player needs for an audio */
import { requirePlaying } from "#lib/access/playing.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { readTranscript } from "#lib/files/transcripts.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { segmentsIn } from "#lib/media/transcript.ts";
import { maxPlayedTranscriptBytes } from "#lib/media/transcripts/formats.ts";
import { readWebPlayer } from "#lib/routes/web-player.ts";
import { siteAt } from "#lib/store/site.ts";
import { webPlayerReply } from "#lib/surfaces/player/web-player.ts";

export const handler = endpoint(readWebPlayer, async ({ params, query, caller, request }) => {
  const playRequest = { audioId: params.id, episodeId: query.episodeId };
  const catalog = await currentCatalog();
  const site = await siteAt(catalog.siteVersion);
  const playing = await requirePlaying(playRequest, { caller, catalog, collections: site.collections });
  const segments = segmentsIn(
    (await readTranscript(playing.audio.transcript, maxPlayedTranscriptBytes)) ?? "",
  );
  return webPlayerReply({ ...playing, segments }, { caller, catalog, site, request });
});
