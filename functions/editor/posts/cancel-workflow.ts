/** POST /api/editor/posts/{id}/workflow/cancel/ — end the workflow of a post */
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { cancelWorkflowOfPost } from "#lib/routes/editor-state.ts";
import { posts } from "#lib/surfaces/editor/edited-kind.ts";
import { replayWritten } from "#lib/surfaces/editor/post-editor.ts";
import { takeStep } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(cancelWorkflowOfPost, (call) => takeStep(posts, "cancel", call), {
  reads: editReads,
  replay: replayWritten,
});
