/** GET /api/audios/ — list the caller's own audios */
import { catalogReads } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listOwnAudios } from "#lib/routes/audios.ts";
import { legacyAudioView } from "#lib/surfaces/legacy/legacy-media.ts";
import { listOwnMediaAs } from "#lib/surfaces/legacy/list-own-media.ts";

export const handler = endpoint(listOwnAudios, listOwnMediaAs("audio", legacyAudioView), {
  reads: catalogReads,
});
