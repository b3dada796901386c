/** DELETE /api/editor/media/audios/{id}/ — delete an audio that no page uses, with its files */
import { requireDeletable } from "#lib/access/editor-media.ts";
import { discardMedia } from "#lib/actions/media/discard-media.ts";
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { requireUnused } from "#lib/catalog/uses/require-unused.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteAudio } from "#lib/routes/editor-media-objects.ts";

export const handler = endpoint(
  deleteAudio,
  async ({ params: { id }, query, principal, reads }) => {
    const audio = await reads.media("audio", id);
    requireDeletable(audio, principal);
    if (!query.force) await requireUnused("audio", id, principal.site.settings);
    await discardMedia("audio", id, (current) => void requireDeletable(current, principal));
  },
  { reads: mediaReads.audio, replay: () => {} },
);
