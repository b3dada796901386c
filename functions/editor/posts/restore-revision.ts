/** POST /api/editor/posts/{id}/revisions/{revision}/restore/ — bring back a revision of a post */
import { revertReads } from "#lib/actions/pages/page-reads.ts";
import { restoreRevision } from "#lib/actions/pages/save-draft.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { savingClient } from "#lib/http/request.ts";
import { restorePostRevision } from "#lib/routes/editor-state.ts";
import { posts, shownToEditors } from "#lib/surfaces/editor/edited-kind.ts";
import { replayWritten } from "#lib/surfaces/editor/post-editor.ts";
import { revert } from "#lib/surfaces/editor/state-change.ts";
import { copyToTake, withKeptCopy } from "#lib/surfaces/editor/taken-copy.ts";

export const handler = endpoint(
  restorePostRevision,
  async (call) => {
    const { params, principal, request } = call;
    const change = {
      client: savingClient(principal, request),
      takes: copyToTake(call),
      ...revert(posts.require, call),
    };
    const restored = await restoreRevision(params.id, params.revision, change);
    return withKeptCopy(await shownToEditors(posts, call, restored), restored);
  },
  { reads: revertReads, replay: replayWritten },
);
