/** PATCH /api/editor/posts/{id}/ — save a new draft of a post */
import { permitUpdate } from "#lib/access/post-permits.ts";
import { saveDraft } from "#lib/actions/save-draft.ts";
import { config } from "#lib/config.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { revisionFromIfMatch } from "#lib/http/if-match.ts";
import { postEditor } from "#lib/http/post-editor.ts";
import type { PostContent } from "#lib/pages/content.ts";
import { editedPost } from "#lib/pages/edit-post.ts";
import { updatePost } from "#lib/routes/editor-posts.ts";
import { baseRevision, postFields, refusePublish, requireChange } from "#lib/views/post-fields.ts";

export const handler = endpoint(updatePost, async ({ params, body, request, principal }) => {
  const fields = postFields(body);
  const baseRevisionId = baseRevision(
    body.base_revision_id,
    revisionFromIfMatch(request.headers["if-match"]),
  );
  refusePublish(body.publish);
  requireChange(fields);
  const claim = { baseRevisionId, requireUnpublished: body.require_unpublished ?? false };
  const editor = postEditor(principal);
  const saved = await saveDraft<PostContent>(params.id, {
    authorId: principal.user.id,
    permit: (current) => permitUpdate(current, principal, claim, config.globalEditLock()),
    slug: fields.slug,
    change: async (latest) => editedPost(latest, fields, await editor.contextOf(fields, latest)),
  });
  return editor.show(saved);
});
