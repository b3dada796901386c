/** GET /cms/videos/{id}/edit/ — show people what a video is, and how to change it */
import { endpoint } from "#lib/http/endpoint.ts";
import { showVideo } from "#lib/routes/admin.ts";
import { readMediaAndSiteVersion } from "#lib/store/media.ts";
import { forEditors } from "#lib/surfaces/editor/editors-page.ts";
import { mediaEditReply } from "#lib/surfaces/editor/media-edit-page.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...showVideo, errorPage }, (call) =>
  forEditors(call, async (principal) => {
    const { media } = await readMediaAndSiteVersion("video", call.params.id);
    return mediaEditReply(media, principal, call);
  }),
);
