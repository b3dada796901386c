/** POST /api/editor/posts/{id}/unpublish/ — unpublish a post */
import { permitWithdrawal } from "#lib/access/state-permits.ts";
import { publicationReads } from "#lib/actions/pages/page-reads.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { unpublishPost } from "#lib/routes/editor-state.ts";
import { posts, shownToEditors } from "#lib/surfaces/editor/edited-kind.ts";
import { replayWritten } from "#lib/surfaces/editor/post-editor.ts";
import { stateChange } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(
  unpublishPost,
  async (call) => {
    const change = stateChange(posts.require, call, permitWithdrawal);
    return shownToEditors(posts, call, await unpublishPage(call.params.id, change));
  },
  { reads: publicationReads, replay: replayWritten },
);
