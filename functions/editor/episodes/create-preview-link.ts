/** POST /api/editor/episodes/{id}/preview-links/ — make a link that shows an episode's draft to strangers */

import { requireEpisode } from "#lib/access/post-permits.ts";
import { linkReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { createEpisodePreviewLink } from "#lib/routes/editor-preview-links.ts";
import { createLink, repeatLink } from "#lib/surfaces/editor/preview-links.ts";

export const handler = endpoint(createEpisodePreviewLink, (call) => createLink(requireEpisode, call), {
  reads: linkReads,
  replay: repeatLink(requireEpisode),
});
