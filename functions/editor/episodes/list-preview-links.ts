/** GET /api/editor/episodes/{id}/preview-links/ — list the preview links of an episode, the newest first */
import { requireEditable, requireEpisode } from "#lib/access/post-permits.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listEpisodePreviewLinks } from "#lib/routes/editor-preview-links.ts";
import { readPreviewLinks } from "#lib/store/preview-links.ts";
import { readPageWithRevisions } from "#lib/store/revisions.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { previewLinkView } from "#lib/surfaces/editor/preview-links.ts";

export const handler = endpoint(listEpisodePreviewLinks, async ({ params, query, principal, request }) => {
  const { page } = requireEditable(requireEpisode(await readPageWithRevisions(params.id)), principal);
  const { links } = await readPreviewLinks(page.id);
  return listWindow(links.toReversed(), query, request, async (shown) => {
    const usernames = await readUsernames(shown.map(({ makerId }) => makerId));
    return shown.map((link) => previewLinkView(link, usernames));
  });
});
