/** PUT /api/editor/posts/{id}/schedule/ — approve the latest revision of a post for a time */
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { clock } from "#lib/clock.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { schedulePost } from "#lib/routes/editor-state.ts";
import { posts, shownToEditors } from "#lib/surfaces/editor/edited-kind.ts";
import { replayWritten } from "#lib/surfaces/editor/post-editor.ts";
import { approval } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(
  schedulePost,
  async (call) => {
    const change = approval(posts.require, call, clock.now());
    return shownToEditors(posts, call, await schedulePage(call.params.id, change));
  },
  { reads: editReads, replay: replayWritten },
);
