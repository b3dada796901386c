/** PATCH /api/editor/posts/{id}/ — save a new draft of a post */
import { permitUpdate } from "#lib/access/post-permits.ts";
import { editReads } from "#lib/actions/pages/page-reads.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { savingClient } from "#lib/http/saving-client.ts";
import { type EpisodeContent, isEpisodeContent, type PostContent } from "#lib/pages/content.ts";
import { editedEpisode } from "#lib/pages/edit-episode.ts";
import { editedPost } from "#lib/pages/edit-post.ts";
import { seasonIds } from "#lib/pages/page.ts";
import { updatePost } from "#lib/routes/editor-posts.ts";
import { globalEditLock } from "#lib/settings/access.ts";
import { settledInOrder } from "#lib/settled.ts";
import { readPage } from "#lib/store/pages.ts";
import { editorPostOrEpisodeView } from "#lib/surfaces/editor/editor-episode.ts";
import {
  namesEpisodeOnlyFields,
  parsePostOrEpisodeChanges,
} from "#lib/surfaces/editor/parse-post-or-episode-changes.ts";
import { postEditor } from "#lib/surfaces/editor/post-editor.ts";
import { replayPostOrEpisode } from "#lib/surfaces/editor/replay-post.ts";
import { updateClaim } from "#lib/surfaces/editor/update-claim.ts";

export const handler = endpoint(
  updatePost,
  async ({ params, body, request, principal, report, reads }) => {
    const isEpisode = namesEpisodeOnlyFields(body) && (await readPage(params.id))?.kind === "episode";
    const { body: changes, fields } = parsePostOrEpisodeChanges(body, isEpisode, report);
    const claim = updateClaim(changes, fields, request);
    const editor = postEditor(principal, { report });
    const saved = await saveDraft<PostContent | EpisodeContent>(params.id, {
      authorId: principal.user.id,
      reads,
      client: savingClient(principal, request),
      permit: (current) => permitUpdate(current, principal, claim, globalEditLock()),
      slug: fields.slug,
      change: async (latest, { parentId }) => {
        const [context, podcast] = await settledInOrder([
          editor.contextOf(fields, latest),
          fields.season && isEpisodeContent(latest) ? readPage(parentId ?? 0) : undefined,
        ]);
        if (!isEpisodeContent(latest)) return editedPost(latest, fields, context);
        return editedEpisode(latest, fields, { ...context, seasons: seasonIds(podcast) });
      },
    });
    return editorPostOrEpisodeView(saved, await editor.viewContextOf(saved));
  },
  { reads: editReads, replay: replayPostOrEpisode },
);
