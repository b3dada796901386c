/** POST /api/editor/media/images/ — upload an image */
import { endpoint } from "#lib/http/endpoint.ts";
import { editorMediaSurroundings } from "#lib/http/media-editor.ts";
import { uploadImage } from "#lib/routes/editor-media.ts";
import { receiveImage } from "#lib/uploads/receive-image.ts";
import { editorImageView } from "#lib/views/editor-media.ts";

export const handler = endpoint(uploadImage, async (call) => {
  const image = await receiveImage(call);
  const { principal } = call;
  return editorImageView(image, editorMediaSurroundings(principal, principal.site));
});
