/** POST /api/editor/posts/{id}/workflow/approve/ — approve the current task of the workflow */
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { approvePost } from "#lib/routes/editor-state.ts";
import { posts } from "#lib/surfaces/editor/edited-kind.ts";
import { replayWritten } from "#lib/surfaces/editor/post-editor.ts";
import { takeStep } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(approvePost, (call) => takeStep(posts, "approve", call), {
  reads: editReads,
  replay: replayWritten,
});
