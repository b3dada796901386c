/** GET /api/audios/webplayer/{id}/post/{post_id}/ — read what a web player needs of an audio in a post */
import { requirePlaying } from "#lib/access/playing.ts";
import { currentCatalog } from "#lib/catalog/current-catalog.ts";
import { parseEpisodeId } from "#lib/discovery/episode-id.ts";
import { lastValues } from "#lib/discovery/last-values.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { webPlayerReply } from "#lib/http/web-player.ts";
import { segmentsIn } from "#lib/media/transcript.ts";
import { readWebPlayerForPost } from "#lib/routes/web-player.ts";
import { siteAt } from "#lib/store/site.ts";
import { readTranscript } from "#lib/store/transcripts.ts";

export const handler = endpoint(readWebPlayerForPost, async ({ params, query, caller, request }) => {
  const wanted = {
    audioId: params.id,
    postId: params.post_id,
    episodeId: parseEpisodeId(lastValues(query)),
  };
  const catalog = await currentCatalog();
  const site = await siteAt(catalog.siteVersion);
  const playing = await requirePlaying(wanted, { caller, catalog, collections: site.collections });
  const segments = segmentsIn(await readTranscript(playing.audio.transcript));
  return webPlayerReply({ ...playing, segments }, { caller, catalog, site, request });
});
