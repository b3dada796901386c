/** POST /api/editor/posts/{id}/publish/ — publish the latest draft of a post */
import { publishReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { revisionFromIfMatch } from "#lib/http/request.ts";
import { publishPost } from "#lib/routes/editor-posts.ts";
import { posts } from "#lib/surfaces/editor/edited-kind.ts";
import { replayPublishedWritten } from "#lib/surfaces/editor/post-editor.ts";
import { publishLatest } from "#lib/surfaces/editor/save-post.ts";

export const handler = endpoint(
  publishPost,
  (call) => {
    const expected = revisionFromIfMatch(call.request.headers["if-match"]);
    return publishLatest(posts, call, () => expected);
  },
  { reads: publishReads, replay: replayPublishedWritten },
);
