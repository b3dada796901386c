/** GET /cms/images/{id}/edit/ — show people what an image is, and how to change it */
import { endpoint } from "#lib/http/endpoint.ts";
import { showImage } from "#lib/routes/cms.ts";
import { showMediaOf } from "#lib/surfaces/editor/media-edit-page.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...showImage, errorPage }, showMediaOf("image"));
