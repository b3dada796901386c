/** GET /api/editor/media/audios/{id}/ — read an audio with its chapters */
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readEditorAudio } from "#lib/routes/editor-media-objects.ts";
import { readMediaAs } from "#lib/surfaces/editor/edited-media.ts";
import { audios } from "#lib/surfaces/editor/editor-media.ts";

export const handler = endpoint(readEditorAudio, readMediaAs(audios), {
  reads: mediaReads.audio,
});
