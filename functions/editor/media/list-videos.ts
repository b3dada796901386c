/** GET /api/editor/media/videos/ — list the videos that the caller may choose */
import { catalogReads } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listVideos } from "#lib/routes/editor-media.ts";
import { listMediaAs } from "#lib/surfaces/editor/edited-media.ts";
import { videos } from "#lib/surfaces/editor/editor-media.ts";

export const handler = endpoint(listVideos, listMediaAs(videos), {
  reads: catalogReads,
});
