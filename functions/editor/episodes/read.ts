/** GET /api/editor/episodes/{id}/ — read an episode from its latest revision */
import { requireEditable } from "#lib/access/post-permits.ts";
import { draftReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readEpisode } from "#lib/routes/editor-posts.ts";
import { episodes, shownToEditors } from "#lib/surfaces/editor/edited-kind.ts";

export const handler = endpoint(
  readEpisode,
  async ({ params, principal, reads }) => {
    const post = requireEditable(episodes.require(await reads.page(params.id)), principal);
    return shownToEditors(episodes, { principal }, post);
  },
  { reads: draftReads },
);
