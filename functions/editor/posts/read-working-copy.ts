/** GET /api/editor/posts/{id}/working-copy/ — read the caller's working copy of a post */
import { requirePost } from "#lib/access/post-permits.ts";
import { workingCopyReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readPostWorkingCopy } from "#lib/routes/editor-working-copies.ts";
import { showWorkingCopy } from "#lib/surfaces/editor/working-copies.ts";

export const handler = endpoint(readPostWorkingCopy, (call) => showWorkingCopy(requirePost, call), {
  reads: workingCopyReads,
});
