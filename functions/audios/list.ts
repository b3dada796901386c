/** GET /api/audios/ — list the caller's own audios */
import { catalogReads } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listOwnAudios } from "#lib/routes/own-media.ts";
import { listOwn, ownAudios } from "#lib/surfaces/legacy/own-media.ts";

export const handler = endpoint(listOwnAudios, listOwn(ownAudios), { reads: catalogReads });
