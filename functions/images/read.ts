/** GET /api/cms/images/{id}/ — read an image that the caller may view */
import { viewerOf } from "#lib/access/principal.ts";
import { readVisibleImage } from "#lib/access/visible-media.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readViewableImage } from "#lib/routes/images.ts";
import { imageItemView } from "#lib/surfaces/content/media-view.ts";

export const handler = endpoint(readViewableImage, async ({ params, query: selection, caller, request }) => {
  const found = await readVisibleImage(params.id, viewerOf(caller));
  if (!found) throw new Refusal("not_found", { detail: "No Image matches the given query." });
  return imageItemView(found.image, selection, found.site.settings.baseUrl ?? request.origin);
});
