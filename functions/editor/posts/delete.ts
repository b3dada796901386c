/** POST /api/editor/posts/{id}/delete/ — move a post to the bin */

import { requirePost } from "#lib/access/post-permits.ts";
import { permitDeletion } from "#lib/access/state-permits.ts";
import { publicationReads } from "#lib/actions/pages/page-reads.ts";
import { binPage } from "#lib/actions/pages/remove-page.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deletePost } from "#lib/routes/editor-state.ts";
import { stateChange } from "#lib/surfaces/editor/state-change.ts";

export const handler = endpoint(
  deletePost,
  async (call) => {
    await binPage(call.params.id, stateChange(requirePost, call, permitDeletion));
  },
  { reads: publicationReads, replay: () => undefined },
);
