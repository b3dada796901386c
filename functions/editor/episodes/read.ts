/** GET /api/editor/episodes/{id}/ — read an episode from its latest revision */
import { requireEditable, requireEpisode } from "#lib/access/post-permits.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readEpisode } from "#lib/routes/editor-episodes.ts";
import { readEditablePage } from "#lib/store/pages.ts";
import { editorEpisodeView } from "#lib/surfaces/editor/editor-episode.ts";
import { postEditor } from "#lib/surfaces/editor/post-editor.ts";

export const handler = endpoint(readEpisode, async ({ params, principal }) => {
  const episode = requireEditable(requireEpisode(await readEditablePage(params.id)), principal);
  return editorEpisodeView(episode, await postEditor(principal).viewContextOf(episode));
});
