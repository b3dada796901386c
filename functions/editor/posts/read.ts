/** GET /api/editor/posts/{id}/ — read a post from its latest revision */
import { requireEditable } from "#lib/access/post-permits.ts";
import { draftReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { editorPostOrEpisodeView } from "#lib/surfaces/editor/editor-episode.ts";
import { postEditor } from "#lib/surfaces/editor/post-editor.ts";

export const handler = endpoint(
  readPost,
  async ({ params, principal, reads }) => {
    const post = requireEditable(await reads.page(params.id), principal);
    return editorPostOrEpisodeView(post, await postEditor(principal).viewContextOf(post));
  },
  { reads: draftReads },
);
