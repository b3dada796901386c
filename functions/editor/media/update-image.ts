/** PATCH /api/editor/media/images/{id}/ — change what is said of an image */
import { mediaChangeReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { updateImage } from "#lib/routes/editor-media-objects.ts";
import { changeMediaAs, readMediaAgainAs } from "#lib/surfaces/editor/edited-media.ts";
import { images } from "#lib/surfaces/editor/editor-media.ts";

export const handler = endpoint(updateImage, changeMediaAs(images), {
  reads: mediaChangeReads.image,
  replay: readMediaAgainAs(images),
});
