/** DELETE /api/audios/{id}/ — delete an audio of the caller's own, with its files */
import { requireOwnDeletable } from "#lib/access/own-media.ts";
import { discardMedia } from "#lib/actions/media/delete-media.ts";
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteOwnAudio } from "#lib/routes/audios.ts";

export const handler = endpoint(
  deleteOwnAudio,
  async ({ params, principal, reads }) => {
    await discardMedia("audio", params.id, (audio) => requireOwnDeletable("audio", audio, principal), reads);
  },
  { reads: mediaReads.audio, replay: () => {} },
);
