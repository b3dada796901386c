/** PUT /api/editor/posts/{id}/lock/ — lock a post for everybody but oneself */
import { permitLock } from "#lib/access/state-permits.ts";
import { lockPage } from "#lib/actions/pages/lock-page.ts";
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { lockPost } from "#lib/routes/editor-state.ts";
import { replayPostOrEpisode } from "#lib/surfaces/editor/replay-post.ts";
import { postChange, shownPost } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(
  lockPost,
  async (call) => {
    const change = { ...postChange(call, permitLock), ownerId: call.principal.user.id };
    return shownPost(call, await lockPage(call.params.id, change));
  },
  { reads: editReads, replay: replayPostOrEpisode },
);
