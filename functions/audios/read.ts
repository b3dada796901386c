/** GET /api/audios/{id}/ — read an audio of the caller's own */
import { requireOwn } from "#lib/access/own-media.ts";
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readOwnAudio } from "#lib/routes/audios.ts";
import { legacyAudioView } from "#lib/surfaces/legacy/legacy-media.ts";

export const handler = endpoint(
  readOwnAudio,
  async ({ params, principal, request, reads }) => {
    const audio = await reads.media("audio", params.id);
    return legacyAudioView(requireOwn("audio", audio, principal), request.origin);
  },
  { reads: mediaReads.audio },
);
