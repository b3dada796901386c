/** GET /api/editor/posts/{id}/ — read a post from its latest revision */
import { requireEditable } from "#lib/access/post-permits.ts";
import { customBlocks } from "#lib/http/custom-blocks.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { readEditablePage } from "#lib/store/pages.ts";
import { editorPostView } from "#lib/views/editor-post.ts";

export const handler = endpoint(readPost, async ({ params, principal }) => {
  const post = requireEditable(await readEditablePage(params.id), principal);
  return editorPostView(post, principal.site.categories, customBlocks());
});
