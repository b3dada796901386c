/** POST /api/editor/posts/ — create a draft post */
import { creationReads } from "#lib/actions/pages/create-page.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { createPost } from "#lib/routes/editor-posts.ts";
import { editorPostView } from "#lib/surfaces/editor/editor-post.ts";
import { parseNewPostFields } from "#lib/surfaces/editor/parse-post-fields.ts";
import { replayPost } from "#lib/surfaces/editor/post-editor.ts";
import { saveNewPage } from "#lib/surfaces/editor/save-post.ts";

export const handler = endpoint(
  createPost,
  (call) => saveNewPage("post", call, parseNewPostFields(call.body), editorPostView),
  { reads: creationReads, replay: replayPost },
);
