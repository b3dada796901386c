/** PUT /api/editor/posts/{id}/working-copy/ — store the caller's working copy of a post */
import { requirePost } from "#lib/access/post-permits.ts";
import { workingCopyReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { putPostWorkingCopy } from "#lib/routes/editor-working-copies.ts";
import { putCopy, repeatPut } from "#lib/surfaces/editor/working-copies.ts";

export const handler = endpoint(putPostWorkingCopy, (call) => putCopy(requirePost, call), {
  reads: workingCopyReads,
  replay: repeatPut(requirePost, putPostWorkingCopy),
});
