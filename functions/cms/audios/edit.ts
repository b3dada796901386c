/** GET /cms/audios/{id}/edit/ — show people what an audio is, and how to change it */
import { endpoint } from "#lib/http/endpoint.ts";
import { showAudio } from "#lib/routes/cms.ts";
import { showMediaOf } from "#lib/surfaces/editor/media-edit-page.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...showAudio, errorPage }, showMediaOf("audio"));
