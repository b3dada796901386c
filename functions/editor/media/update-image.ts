/** PATCH /api/editor/media/images/{id}/ — change what is said of an image */
import { mediaChangeReads } from "#lib/actions/media/media-reads.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { updateImage } from "#lib/routes/editor-media-objects.ts";
import { imageDetailsView } from "#lib/surfaces/editor/editor-media.ts";
import { changeMediaAs } from "#lib/surfaces/editor/media/change-media.ts";
import { readMediaAgainAs } from "#lib/surfaces/editor/media/read-media.ts";
import { changedImage } from "#lib/surfaces/editor/media-changes.ts";

export const handler = endpoint(updateImage, changeMediaAs("image", changedImage, imageDetailsView), {
  reads: mediaChangeReads.image,
  replay: readMediaAgainAs("image", imageDetailsView),
});
