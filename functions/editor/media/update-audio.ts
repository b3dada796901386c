/** PATCH /api/editor/media/audios/{id}/ — change what is said of an audio, or its chapters */
import { mediaChangeReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { updateAudio } from "#lib/routes/editor-media-objects.ts";
import { audioDetailsView } from "#lib/surfaces/editor/editor-media.ts";
import { changeMediaAs } from "#lib/surfaces/editor/media/change-media.ts";
import { readMediaAgainAs } from "#lib/surfaces/editor/media/read-media.ts";
import { changedAudio } from "#lib/surfaces/editor/media-changes.ts";

export const handler = endpoint(updateAudio, changeMediaAs("audio", changedAudio, audioDetailsView), {
  reads: mediaChangeReads.audio,
  replay: readMediaAgainAs("audio", audioDetailsView),
});
