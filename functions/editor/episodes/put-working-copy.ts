/** PUT /api/editor/episodes/{id}/working-copy/ — store the caller's working copy of an episode */
import { requireEpisode } from "#lib/access/post-permits.ts";
import { workingCopyReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { putEpisodeWorkingCopy } from "#lib/routes/editor-working-copies.ts";
import { putCopy, repeatPut } from "#lib/surfaces/editor/working-copies.ts";

export const handler = endpoint(putEpisodeWorkingCopy, (call) => putCopy(requireEpisode, call), {
  reads: workingCopyReads,
  replay: repeatPut(requireEpisode, putEpisodeWorkingCopy),
});
