/** DELETE /api/editor/media/audios/{id}/ — delete an audio that no page uses, with its files */
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteAudio } from "#lib/routes/editor-media-objects.ts";
import { deleteMediaOf } from "#lib/surfaces/editor/edited-media.ts";

export const handler = endpoint(deleteAudio, deleteMediaOf("audio"), {
  reads: mediaReads.audio,
  replay: () => {},
});
