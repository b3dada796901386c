/** POST /api/editor/posts/{id}/workflow/request_changes/ — hand a post back to its authors */
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { requestChangesOfPost } from "#lib/routes/editor-state.ts";
import { posts } from "#lib/surfaces/editor/edited-kind.ts";
import { replayWritten } from "#lib/surfaces/editor/post-editor.ts";
import { takeStep } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(requestChangesOfPost, (call) => takeStep(posts, "request_changes", call), {
  reads: editReads,
  replay: replayWritten,
});
