/** DELETE /api/audios/{id}/ — delete an audio of the caller's own, with its files */
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteOwnAudio } from "#lib/routes/own-media.ts";
import { deleteOwn, ownAudios } from "#lib/surfaces/legacy/own-media.ts";

export const handler = endpoint(deleteOwnAudio, deleteOwn(ownAudios), {
  reads: mediaReads.audio,
  replay: () => {},
});
