/** DELETE /api/editor/media/images/{id}/ — delete an image that no page uses, with its files */
import { requireDeletable } from "#lib/access/editor-media.ts";
import { discardMedia } from "#lib/actions/media/discard-media.ts";
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { requireUnused } from "#lib/catalog/uses/require-unused.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteImage } from "#lib/routes/editor-media-objects.ts";

export const handler = endpoint(
  deleteImage,
  async ({ params: { id }, query, principal, reads }) => {
    const image = await reads.media("image", id);
    requireDeletable(image, principal);
    if (!query.force) await requireUnused("image", id, principal.site.settings);
    await discardMedia("image", id, (current) => void requireDeletable(current, principal));
  },
  { reads: mediaReads.image, replay: () => {} },
);
