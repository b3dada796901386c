/** GET /api/editor/media/images/{id}/ — read an image with its renditions */
import { readEditorMedia } from "#lib/access/editor-media.ts";
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readEditorImage } from "#lib/routes/editor-media-objects.ts";
import { editorMediaContext } from "#lib/surfaces/editor/editor-media-context.ts";
import { imageDetailsView } from "#lib/surfaces/editor/media-details.ts";

export const handler = endpoint(
  readEditorImage,
  async ({ params, principal, reads }) => {
    const image = await readEditorMedia("image", params, principal, reads.media);
    return imageDetailsView(image, editorMediaContext(principal, principal.site));
  },
  { reads: mediaReads.image },
);
