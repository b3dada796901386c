/** POST /api/editor/episodes/{id}/publish/ — publish the latest draft of an episode */
import { permitPublication, requireEditable, requireEpisode } from "#lib/access/post-permits.ts";
import { publicationReads } from "#lib/actions/pages/page-reads.ts";
import { publishPage } from "#lib/actions/pages/publish-page.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { revisionFromIfMatch } from "#lib/http/if-match.ts";
import { publicUrl } from "#lib/pages/addresses.ts";
import { publishEpisode } from "#lib/routes/editor-episodes.ts";
import { globalEditLock } from "#lib/settings/access.ts";
import { editorEpisodeView } from "#lib/surfaces/editor/editor-episode.ts";
import { notPublic, publishedView } from "#lib/surfaces/editor/editor-post.ts";
import { postEditor } from "#lib/surfaces/editor/post-editor.ts";
import { replayPublishedEpisode } from "#lib/surfaces/editor/replay-post.ts";

export const handler = endpoint(
  publishEpisode,
  async ({ params, request, principal, report, reads }) => {
    const published = await publishPage(params.id, {
      publisherId: principal.user.id,
      reads,
      permit: (current) => {
        const episode = requireEditable(requireEpisode(current), principal);
        const expected = revisionFromIfMatch(request.headers["if-match"]);
        permitPublication(episode, principal, expected, globalEditLock());
      },
    });
    if (published.above.some(({ live }) => !live)) report?.warn(notPublic);
    const slugs = [...published.above, published.page].map(({ slug }) => slug);
    const context = await postEditor(principal, { readBefore: published.media }).viewContextOf(published);
    return publishedView(editorEpisodeView(published, context), publicUrl(slugs));
  },
  { reads: publicationReads, replay: replayPublishedEpisode },
);
