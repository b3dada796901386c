/** PATCH /api/editor/posts/{id}/ — save a new draft of a post */
import { saveReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { updatePost } from "#lib/routes/editor-posts.ts";
import { readPage } from "#lib/store/pages.ts";
import { posts } from "#lib/surfaces/editor/edited-kind.ts";
import { namesEpisodeOnlyFields, parsePostOrEpisodeChanges } from "#lib/surfaces/editor/parse-post-fields.ts";
import { replayPostOrEpisode } from "#lib/surfaces/editor/post-editor.ts";
import { saveChanges } from "#lib/surfaces/editor/save-post.ts";

export const handler = endpoint(
  updatePost,
  async (call) => {
    const { params, body, ignored } = call;
    const isEpisode = namesEpisodeOnlyFields(body) && (await readPage(params.id))?.kind === "episode";
    return saveChanges(posts, call, parsePostOrEpisodeChanges(body, isEpisode, ignored));
  },
  { reads: saveReads, replay: replayPostOrEpisode },
);
