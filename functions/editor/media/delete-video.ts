/** DELETE /api/editor/media/videos/{id}/ — delete a video that no page uses, with its files */
import { requireDeletable } from "#lib/access/editor-media.ts";
import { discardMedia } from "#lib/actions/media/discard-media.ts";
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { requireUnused } from "#lib/catalog/uses/require-unused.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteVideo } from "#lib/routes/editor-media-objects.ts";

export const handler = endpoint(
  deleteVideo,
  async ({ params: { id }, query, principal, reads }) => {
    const video = await reads.media("video", id);
    requireDeletable(video, principal);
    if (!query.force) await requireUnused("video", id, principal.site.settings);
    await discardMedia("video", id, (current) => void requireDeletable(current, principal));
  },
  { reads: mediaReads.video, replay: () => {} },
);
