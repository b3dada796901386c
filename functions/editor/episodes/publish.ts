/** POST /api/editor/episodes/{id}/publish/ — publish the latest draft of an episode */
import { publishReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { revisionFromIfMatch } from "#lib/http/request.ts";
import { publishEpisode } from "#lib/routes/editor-posts.ts";
import { episodes } from "#lib/surfaces/editor/edited-kind.ts";
import { replayPublishedEpisode } from "#lib/surfaces/editor/post-editor.ts";
import { publishLatest } from "#lib/surfaces/editor/save-post.ts";

export const handler = endpoint(
  publishEpisode,
  (call) => publishLatest(episodes, call, () => revisionFromIfMatch(call.request.headers["if-match"])),
  { reads: publishReads, replay: replayPublishedEpisode },
);
