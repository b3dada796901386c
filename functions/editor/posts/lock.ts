/** PUT /api/editor/posts/{id}/lock/ — lock a post for everybody but oneself */
import { permitLock } from "#lib/access/state-permits.ts";
import { lockPage } from "#lib/actions/pages/lock-page.ts";
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { lockPost } from "#lib/routes/editor-state.ts";
import { posts, shownToEditors } from "#lib/surfaces/editor/edited-kind.ts";
import { replayWritten } from "#lib/surfaces/editor/post-editor.ts";
import { stateChange } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(
  lockPost,
  async (call) => {
    const change = { ...stateChange(posts.require, call, permitLock), ownerId: call.principal.user.id };
    return shownToEditors(posts, call, await lockPage(call.params.id, change));
  },
  { reads: editReads, replay: replayWritten },
);
