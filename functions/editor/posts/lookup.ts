/** GET /api/editor/posts/ — find the post of a parent whose latest revision has a slug */
import { mayWithPost } from "#lib/access/may.ts";
import { requireEditable } from "#lib/access/post-permits.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { isWritten, mayHold } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { lookUpPost } from "#lib/routes/editor-posts.ts";
import { readSlugClaim } from "#lib/store/address-claims.ts";
import { type EditablePage, readEditablePage, readPage } from "#lib/store/pages.ts";
import { editorWrittenView } from "#lib/surfaces/editor/editor-post.ts";
import { postEditor } from "#lib/surfaces/editor/post-editor.ts";
import { withMay } from "#lib/surfaces/editor/with-may.ts";

export const handler = endpoint(lookUpPost, async ({ query, principal }) => {
  const { parentId, slug } = query;
  const [first, ...others] = (await postsWithDraftSlug(parentId, slug)).map((post) =>
    requireEditable(post, principal),
  );
  if (!first) throw new Refusal("not_found", { detail: "Post not found." });
  if (others.length > 0) throw new Refusal("ambiguous_lookup");
  const view = editorWrittenView(first, await postEditor(principal).viewContextOf(first));
  return withMay(view, query, () => mayWithPost(principal, first.page));
});

const postsWithDraftSlug = async (parentId: number, slug: string): Promise<EditablePage[]> => {
  const [parent, claim] = await Promise.all([readPage(parentId), readSlugClaim(parentId, slug)]);
  if (!parent || !mayHold(parent.kind, "page")) return [];
  const pages = await Promise.all(claim.drafts.map(readEditablePage));
  return pages.filter(
    (post): post is EditablePage =>
      post !== undefined && isWritten(post.page) && post.page.draftSlug === slug,
  );
};
