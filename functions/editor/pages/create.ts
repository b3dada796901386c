/** POST /api/editor/pages/ — create a draft page that is no post, such as an imprint */
import { creationReads } from "#lib/actions/pages/create-page.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { createStandalonePage } from "#lib/routes/editor-posts.ts";
import { editorPageView } from "#lib/surfaces/editor/editor-post.ts";
import { parseNewPageFields } from "#lib/surfaces/editor/parse-post-fields.ts";
import { replayPage } from "#lib/surfaces/editor/post-editor.ts";
import { saveNewPage } from "#lib/surfaces/editor/save-post.ts";

export const handler = endpoint(
  createStandalonePage,
  (call) => saveNewPage("page", call, parseNewPageFields(call.body), editorPageView),
  { reads: creationReads, replay: replayPage },
);
