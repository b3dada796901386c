/** PATCH /api/editor/media/audios/{id}/ — change what is said of an audio, or its chapters */
import { readEditorMedia } from "#lib/access/editor-media.ts";
import { putMedia } from "#lib/actions/media/put-media.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { updateAudio } from "#lib/routes/editor-media-objects.ts";
import { editorMediaContext } from "#lib/surfaces/editor/editor-media-context.ts";
import { changedAudio } from "#lib/surfaces/editor/media-changes.ts";
import { audioDetailsView } from "#lib/surfaces/editor/media-details.ts";

export const handler = endpoint(
  updateAudio,
  async ({ params, body, principal }) => {
    const audio = await putMedia("audio", params.id, (current) => changedAudio(current, body, principal));
    return audioDetailsView(audio, editorMediaContext(principal, principal.site));
  },
  {
    replay: async ({ principal }, outcome) => {
      const audio = await readEditorMedia("audio", outcome, principal);
      return audioDetailsView(audio, editorMediaContext(principal, principal.site));
    },
  },
);
