/** GET /api/editor/media/images/ — list the images that the caller may choose */
import { catalogReads } from "#lib/catalog/current/current-catalog.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listImages } from "#lib/routes/editor-media.ts";
import { listMediaAs } from "#lib/surfaces/editor/edited-media.ts";
import { images } from "#lib/surfaces/editor/editor-media.ts";

export const handler = endpoint(listImages, listMediaAs(images), {
  reads: catalogReads,
});
