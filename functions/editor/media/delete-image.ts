/** DELETE /api/editor/media/images/{id}/ — delete an image that no page uses, with its files */
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { deleteImage } from "#lib/routes/editor-media-objects.ts";
import { deleteMediaOf } from "#lib/surfaces/editor/edited-media.ts";

export const handler = endpoint(deleteImage, deleteMediaOf("image"), {
  reads: mediaReads.image,
  replay: () => {},
});
