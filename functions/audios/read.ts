/** GET /api/audios/{id}/ — read an audio of the caller's own */
import { requireOwn } from "#lib/access/own-media.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readOwnAudio } from "#lib/routes/audios.ts";
import { readMedia } from "#lib/store/media.ts";
import { legacyAudioView } from "#lib/surfaces/legacy/legacy-media.ts";

export const handler = endpoint(readOwnAudio, async ({ params, principal, request }) => {
  const audio = await readMedia("audio", params.id);
  return legacyAudioView(requireOwn("audio", audio, principal), request.origin);
});
