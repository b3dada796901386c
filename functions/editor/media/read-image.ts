/** GET /api/editor/media/images/{id}/ — read an image with its renditions */
import { mediaReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { readEditorImage } from "#lib/routes/editor-media-objects.ts";
import { readMediaAs } from "#lib/surfaces/editor/edited-media.ts";
import { images } from "#lib/surfaces/editor/editor-media.ts";

export const handler = endpoint(readEditorImage, readMediaAs(images), {
  reads: mediaReads.image,
});
