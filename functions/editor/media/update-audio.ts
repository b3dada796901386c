/** PATCH /api/editor/media/audios/{id}/ — change what is said of an audio, or its chapters */
import { readEditorMedia } from "#lib/access/editor-media.ts";
import { mediaChangeReads } from "#lib/actions/media/media-reads.ts";
import { putMedia } from "#lib/actions/media/put-media.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { updateAudio } from "#lib/routes/editor-media-objects.ts";
import { editorMediaContext } from "#lib/surfaces/editor/editor-media-context.ts";
import { changedAudio } from "#lib/surfaces/editor/media-changes.ts";
import { audioDetailsView } from "#lib/surfaces/editor/media-details.ts";

export const handler = endpoint(
  updateAudio,
  async ({ params, body, principal, reads }) => {
    const audio = await putMedia("audio", params.id, (current) => changedAudio(current, body, principal), {
      reads,
    });
    return audioDetailsView(audio, editorMediaContext(principal, principal.site));
  },
  {
    reads: mediaChangeReads.audio,
    replay: async ({ principal, reads }, outcome) => {
      const audio = await readEditorMedia("audio", outcome, principal, reads.media);
      return audioDetailsView(audio, editorMediaContext(principal, principal.site));
    },
  },
);
