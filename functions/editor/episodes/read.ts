/** GET /api/editor/episodes/{id}/ — read an episode from its latest revision */
import { requireEditable, requireEpisode } from "#lib/access/post-permits.ts";
import { draftReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readEpisode } from "#lib/routes/editor-episodes.ts";
import { editorEpisodeView } from "#lib/surfaces/editor/editor-episode.ts";
import { postEditor } from "#lib/surfaces/editor/post-editor.ts";

export const handler = endpoint(
  readEpisode,
  async ({ params, principal, reads }) => {
    const episode = requireEditable(requireEpisode(await reads.page(params.id)), principal);
    return editorEpisodeView(episode, await postEditor(principal).viewContextOf(episode));
  },
  { reads: draftReads },
);
