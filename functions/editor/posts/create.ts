/** POST /api/editor/posts/ — create a draft post */
import { mayAddPosts } from "#lib/access/page-permissions.ts";
import { createPage, creationReads } from "#lib/actions/pages/create-page.ts";
import { clock } from "#lib/clock.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { savingClient } from "#lib/http/saving-client.ts";
import { newPostContent } from "#lib/pages/edit-post.ts";
import { isBlog } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { invalid } from "#lib/refusals/refuse-problems.ts";
import { createPost } from "#lib/routes/editor-posts.ts";
import { editorPostView } from "#lib/surfaces/editor/editor-post.ts";
import { parseNewPostFields, refusePublish } from "#lib/surfaces/editor/parse-post-fields.ts";
import { postEditor } from "#lib/surfaces/editor/post-editor.ts";
import { replayPost } from "#lib/surfaces/editor/replay-post.ts";

export const handler = endpoint(
  createPost,
  async ({ body, principal, request, report, reads }) => {
    const fields = parseNewPostFields(body);
    refusePublish(body.publish);
    const editor = postEditor(principal, { report });
    const created = await createPage(
      body.parent.id,
      async (parent) => {
        if (!parent || !isBlog(parent.kind))
          throw invalid("parent", "not_found", `Parent ${body.parent.id} was not found.`);
        if (!mayAddPosts(principal, parent)) {
          throw new Refusal("permission_denied", {
            detail: "You do not have permission to add posts below this parent.",
            fields: { parent_id: parent.id },
          });
        }
        const content = newPostContent(fields, await editor.contextOf(fields, null), clock.now());
        return {
          kind: "post",
          content,
          ownerId: principal.user.id,
          client: savingClient(principal, request),
        };
      },
      reads,
    );
    return editorPostView(created, await editor.viewContextOf(created));
  },
  { reads: creationReads, replay: replayPost },
);
