/** GET /api/editor/media/images/{id}/ — read an image with its renditions */
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readEditorImage } from "#lib/routes/editor-media-objects.ts";
import { imageDetailsView } from "#lib/surfaces/editor/editor-media.ts";
import { readMediaAs } from "#lib/surfaces/editor/media/read-media.ts";

export const handler = endpoint(readEditorImage, readMediaAs("image", imageDetailsView), {
  reads: mediaReads.image,
});
