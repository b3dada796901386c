/** PATCH /api/editor/posts/{id}/ — save a new draft of a post */
import { saveReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { updatePost } from "#lib/routes/editor-posts.ts";
import { readAgainOnce } from "#lib/store/planned-read.ts";
import { posts } from "#lib/surfaces/editor/edited-kind.ts";
import { namesFieldsOfSomeKinds, parseWrittenChanges } from "#lib/surfaces/editor/parse-post-fields.ts";
import { replayWritten } from "#lib/surfaces/editor/post-editor.ts";
import { saveChanges } from "#lib/surfaces/editor/save-post.ts";

export const handler = endpoint(
  updatePost,
  async (call) => {
    const { params, body, ignored } = call;
    if (!namesFieldsOfSomeKinds(body))
      return saveChanges(posts, call, parseWrittenChanges(body, undefined, ignored));
    const { value: found, again } = await readAgainOnce(call.reads.page, params.id);
    const reads = { ...call.reads, page: again };
    return saveChanges(posts, { ...call, reads }, parseWrittenChanges(body, found?.page.kind, ignored));
  },
  { reads: saveReads, replay: replayWritten },
);
