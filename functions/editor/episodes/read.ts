/** GET /api/editor/episodes/{id}/ — read an episode from its latest revision */
import { mayWithPost } from "#lib/access/may.ts";
import { requireEditable } from "#lib/access/post-permits.ts";
import { objectReads } from "#lib/actions/pages/page-reads.ts";
import { certain } from "#lib/certain.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readEpisode } from "#lib/routes/editor-posts.ts";
import { withBeingEdited } from "#lib/surfaces/editor/being-edited.ts";
import { episodes, shownToEditors } from "#lib/surfaces/editor/edited-kind.ts";
import { withMay } from "#lib/surfaces/editor/with-may.ts";

export const handler = endpoint(
  readEpisode,
  async (call) => {
    const { params, principal, reads } = call;
    const post = requireEditable(episodes.require(await reads.page(params.id)), principal);
    const view = await shownToEditors(episodes, { principal }, post);
    const shown = certain((await withBeingEdited([view], call))[0]);
    return withMay(shown, call.query, () => mayWithPost(principal, post.page));
  },
  { reads: objectReads },
);
