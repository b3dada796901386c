/** GET /api/editor/episodes/{id}/working-copy/ — read the caller's working copy of an episode */
import { requireEpisode } from "#lib/access/post-permits.ts";
import { workingCopyReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readEpisodeWorkingCopy } from "#lib/routes/editor-working-copies.ts";
import { showWorkingCopy } from "#lib/surfaces/editor/working-copies.ts";

export const handler = endpoint(readEpisodeWorkingCopy, (call) => showWorkingCopy(requireEpisode, call), {
  reads: workingCopyReads,
});
