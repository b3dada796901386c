/** GET /api/editor/media/audios/ — list the audios that the caller may choose */
import { catalogReads } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listAudios } from "#lib/routes/editor-media.ts";
import { listMediaAs } from "#lib/surfaces/editor/edited-media.ts";
import { audios } from "#lib/surfaces/editor/editor-media.ts";

export const handler = endpoint(listAudios, listMediaAs(audios), {
  reads: catalogReads,
});
