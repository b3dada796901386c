/** GET /api/editor/episodes/{id}/preview-links/ — list the preview links of an episode, the newest first */

import { requireEpisode } from "#lib/access/post-permits.ts";
import { linkReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listEpisodePreviewLinks } from "#lib/routes/editor-preview-links.ts";
import { listLinks } from "#lib/surfaces/editor/preview-links.ts";

export const handler = endpoint(listEpisodePreviewLinks, (call) => listLinks(requireEpisode, call), {
  reads: linkReads,
});
