/** GET /api/cms/images/find/ — redirect to the image with an id */
import { viewerOf } from "#lib/access/principal.ts";
import { readVisibleImage } from "#lib/access/visible-media.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { otherParameters } from "#lib/queries/find-query.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { findImage } from "#lib/routes/images.ts";
import { imageDetailUrl } from "#lib/surfaces/content/media-view.ts";

export const handler = endpoint(findImage, async ({ query, caller, request }) => {
  const found = await readVisibleImage(query.id, viewerOf(caller));
  if (!found) throw new Refusal("not_found", { detail: "not found" });
  const url = imageDetailUrl(found.image, found.site.settings.baseUrl ?? request.origin);
  return new Reply(undefined, {
    headers: { location: url + otherParameters(request.query, findImage.query) },
  });
});
