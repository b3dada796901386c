/** GET /api/videos/ — list the caller's own videos */
import { catalogReads } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listOwnVideos } from "#lib/routes/own-media.ts";
import { listOwn, ownVideos } from "#lib/surfaces/legacy/own-media.ts";

export const handler = endpoint(listOwnVideos, listOwn(ownVideos), { reads: catalogReads });
