/** GET /api/audios/{id}/ — read an audio of the caller's own */
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readOwnAudio } from "#lib/routes/audios.ts";
import { legacyAudioView } from "#lib/surfaces/legacy/legacy-media.ts";
import { readOwnMediaAs } from "#lib/surfaces/legacy/read-own-media.ts";

export const handler = endpoint(readOwnAudio, readOwnMediaAs("audio", legacyAudioView), {
  reads: mediaReads.audio,
});
