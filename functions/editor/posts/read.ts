/** GET /api/editor/posts/{id}/ — read a post from its latest revision */
import { requireEditable } from "#lib/access/post-permits.ts";
import { draftReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { posts, shownToEditors } from "#lib/surfaces/editor/edited-kind.ts";

export const handler = endpoint(
  readPost,
  async ({ params, principal, reads }) => {
    const post = requireEditable(posts.require(await reads.page(params.id)), principal);
    return shownToEditors(posts, { principal }, post);
  },
  { reads: draftReads },
);
