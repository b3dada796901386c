/** GET /cms/videos/{id}/edit/ — show people what a video is, and how to change it */
import { endpoint } from "#lib/http/endpoint.ts";
import { showVideo } from "#lib/routes/cms.ts";
import { showMediaOf } from "#lib/surfaces/editor/media-edit-page.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...showVideo, errorPage }, showMediaOf("video"));
