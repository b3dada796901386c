/** POST /api/editor/posts/{id}/workflow/start/ — start or resume the workflow of a post */
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { startWorkflowOfPost } from "#lib/routes/editor-state.ts";
import { posts } from "#lib/surfaces/editor/edited-kind.ts";
import { replayWritten } from "#lib/surfaces/editor/post-editor.ts";
import { takeStep } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(startWorkflowOfPost, (call) => takeStep(posts, "start", call), {
  reads: editReads,
  replay: replayWritten,
});
