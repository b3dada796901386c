/** PATCH /api/editor/media/audios/{id}/ — change what is said of an audio, or its chapters */
import { mediaChangeReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { updateAudio } from "#lib/routes/editor-media-objects.ts";
import { changeMediaAs, readMediaAgainAs } from "#lib/surfaces/editor/edited-media.ts";
import { audios } from "#lib/surfaces/editor/editor-media.ts";

export const handler = endpoint(updateAudio, changeMediaAs(audios), {
  reads: mediaChangeReads.audio,
  replay: readMediaAgainAs(audios),
});
