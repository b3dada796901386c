/** DELETE /api/editor/posts/{id}/lock/ — remove the edit lock of a post */
import { permitUnlock } from "#lib/access/state-permits.ts";
import { unlockPage } from "#lib/actions/pages/lock-page.ts";
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { unlockPost } from "#lib/routes/editor-state.ts";
import { posts, shownToEditors } from "#lib/surfaces/editor/edited-kind.ts";
import { replayWritten } from "#lib/surfaces/editor/post-editor.ts";
import { stateChange } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(
  unlockPost,
  async (call) => {
    const change = stateChange(posts.require, call, permitUnlock);
    return shownToEditors(posts, call, await unlockPage(call.params.id, change));
  },
  { reads: editReads, replay: replayWritten },
);
