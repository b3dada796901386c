/** DELETE /api/editor/posts/{id}/working-copy/ — remove the caller's working copy of a post */
import { requirePost } from "#lib/access/post-permits.ts";
import { workingCopyReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deletePostWorkingCopy } from "#lib/routes/editor-working-copies.ts";
import { deleteCopy, repeatDelete } from "#lib/surfaces/editor/working-copies.ts";

export const handler = endpoint(deletePostWorkingCopy, (call) => deleteCopy(requirePost, call), {
  reads: workingCopyReads,
  replay: repeatDelete(requirePost),
});
