/** GET /api/editor/episodes/{id}/preview-links/ — list the preview links of an episode, the newest first */
import { requireEditable, requireEpisode } from "#lib/access/post-permits.ts";
import { linkReads } from "#lib/actions/pages/page-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listEpisodePreviewLinks } from "#lib/routes/editor-preview-links.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { previewLinkView } from "#lib/surfaces/editor/preview-links.ts";

export const handler = endpoint(
  listEpisodePreviewLinks,
  async ({ params, query, principal, request, reads }) => {
    const { page } = requireEditable(requireEpisode(await reads.row(params.id)), principal);
    const { links } = await reads.links(page.id);
    return listWindow(links.toReversed(), query, request, async (shown) => {
      const usernames = await readUsernames(shown.map(({ makerId }) => makerId));
      return shown.map((link) => previewLinkView(link, usernames));
    });
  },
  { reads: linkReads },
);
