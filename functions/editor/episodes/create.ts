/** POST /api/editor/episodes/ — create a draft episode of a podcast */
import { mayAddPosts } from "#lib/access/page-permissions.ts";
import { createPage, creationReads } from "#lib/actions/pages/create-page.ts";
import { clock } from "#lib/clock.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { savingClient } from "#lib/http/saving-client.ts";
import { newEpisodeContent } from "#lib/pages/edit-episode.ts";
import { isBlog, seasonIds } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { invalid } from "#lib/refusals/refuse-problems.ts";
import { createEpisode } from "#lib/routes/editor-episodes.ts";
import { editorEpisodeView } from "#lib/surfaces/editor/editor-episode.ts";
import { parseEpisodeFields } from "#lib/surfaces/editor/parse-episode-fields.ts";
import { parseNewPostFields, refusePublish } from "#lib/surfaces/editor/parse-post-fields.ts";
import { postEditor } from "#lib/surfaces/editor/post-editor.ts";
import { replayEpisode } from "#lib/surfaces/editor/replay-post.ts";

export const handler = endpoint(
  createEpisode,
  async ({ body, principal, request, report, reads }) => {
    const fields = { ...parseNewPostFields(body), ...parseEpisodeFields(body) };
    refusePublish(body.publish);
    const editor = postEditor(principal, { report });
    const created = await createPage(
      body.parent.id,
      async (parent) => {
        if (!parent || !isBlog(parent.kind))
          throw invalid("parent", "not_found", `Parent ${body.parent.id} was not found.`);
        if (parent.kind !== "podcast")
          throw invalid("parent", "invalid", `Parent ${parent.id} is not a podcast.`);
        if (!mayAddPosts(principal, parent)) {
          throw new Refusal("permission_denied", {
            detail: "You do not have permission to add episodes below this parent.",
            fields: { parent_id: parent.id },
          });
        }
        const context = { ...(await editor.contextOf(fields, null)), seasons: seasonIds(parent) };
        const content = newEpisodeContent(fields, context, clock.now());
        return {
          kind: "episode",
          content,
          ownerId: principal.user.id,
          client: savingClient(principal, request),
        };
      },
      reads,
    );
    return editorEpisodeView(created, await editor.viewContextOf(created));
  },
  { reads: creationReads, replay: replayEpisode },
);
