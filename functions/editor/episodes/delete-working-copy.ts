/** DELETE /api/editor/episodes/{id}/working-copy/ — remove the caller's working copy of an episode */
import { requireEpisode } from "#lib/access/post-permits.ts";
import { workingCopyReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteEpisodeWorkingCopy } from "#lib/routes/editor-working-copies.ts";
import { deleteCopy, repeatDelete } from "#lib/surfaces/editor/working-copies.ts";

export const handler = endpoint(deleteEpisodeWorkingCopy, (call) => deleteCopy(requireEpisode, call), {
  reads: workingCopyReads,
  replay: repeatDelete(requireEpisode),
});
