/** GET /api/editor/media/audios/{id}/ — read an audio with its chapters */
import { readEditorMedia } from "#lib/access/editor-media.ts";
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readEditorAudio } from "#lib/routes/editor-media-objects.ts";
import { editorMediaContext } from "#lib/surfaces/editor/editor-media-context.ts";
import { audioDetailsView } from "#lib/surfaces/editor/media-details.ts";

export const handler = endpoint(
  readEditorAudio,
  async ({ params, principal, reads }) => {
    const audio = await readEditorMedia("audio", params, principal, reads.media);
    return audioDetailsView(audio, editorMediaContext(principal, principal.site));
  },
  { reads: mediaReads.audio },
);
