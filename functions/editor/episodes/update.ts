/** PATCH /api/editor/episodes/{id}/ — save a new draft of an episode */
import { permitUpdate, requireEpisode } from "#lib/access/post-permits.ts";
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { savingClient } from "#lib/http/saving-client.ts";
import type { EpisodeContent } from "#lib/pages/content.ts";
import { editedEpisode } from "#lib/pages/edit-episode.ts";
import { seasonIds } from "#lib/pages/page.ts";
import { updateEpisode } from "#lib/routes/editor-episodes.ts";
import { globalEditLock } from "#lib/settings/access.ts";
import { settledInOrder } from "#lib/settled.ts";
import { readPage } from "#lib/store/pages.ts";
import { editorEpisodeView } from "#lib/surfaces/editor/editor-episode.ts";
import { parseEpisodeFields } from "#lib/surfaces/editor/parse-episode-fields.ts";
import { parsePostFields } from "#lib/surfaces/editor/parse-post-fields.ts";
import { postEditor } from "#lib/surfaces/editor/post-editor.ts";
import { replayEpisode } from "#lib/surfaces/editor/replay-post.ts";
import { updateClaim } from "#lib/surfaces/editor/update-claim.ts";

export const handler = endpoint(
  updateEpisode,
  async ({ params, body, request, principal, report, reads }) => {
    const fields = { ...parsePostFields(body), ...parseEpisodeFields(body) };
    const claim = updateClaim(body, fields, request);
    const editor = postEditor(principal, { report });
    const saved = await saveDraft<EpisodeContent>(params.id, {
      authorId: principal.user.id,
      reads,
      client: savingClient(principal, request),
      permit: (current) => permitUpdate(requireEpisode(current), principal, claim, globalEditLock()),
      slug: fields.slug,
      change: async (latest, { parentId }) => {
        const [context, podcast] = await settledInOrder([
          editor.contextOf(fields, latest),
          fields.season ? readPage(parentId ?? 0) : undefined,
        ]);
        return editedEpisode(latest, fields, { ...context, seasons: seasonIds(podcast) });
      },
    });
    return editorEpisodeView(saved, await editor.viewContextOf(saved));
  },
  { reads: editReads, replay: replayEpisode },
);
