/** DELETE /api/editor/posts/{id}/schedule/ — withdraw the approval of a post */
import { permitUnscheduling } from "#lib/access/state-permits.ts";
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { unschedulePost } from "#lib/routes/editor-state.ts";
import { posts, shownToEditors } from "#lib/surfaces/editor/edited-kind.ts";
import { replayWritten } from "#lib/surfaces/editor/post-editor.ts";
import { stateChange } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(
  unschedulePost,
  async (call) => {
    const change = { ...stateChange(posts.require, call, permitUnscheduling), publishAt: null };
    return shownToEditors(posts, call, await schedulePage(call.params.id, change));
  },
  { reads: editReads, replay: replayWritten },
);
