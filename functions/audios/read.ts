/** GET /api/audios/{id}/ — read an audio of the caller's own */
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readOwnAudio } from "#lib/routes/own-media.ts";
import { ownAudios, readOwn } from "#lib/surfaces/legacy/own-media.ts";

export const handler = endpoint(readOwnAudio, readOwn(ownAudios), { reads: mediaReads.audio });
