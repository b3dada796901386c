import type { Image } from "#lib/media/media.ts";
import type { Viewer } from "#lib/pages/restriction.ts";
import type { Site } from "#lib/site/site.ts";
import { readMediaAndSiteVersion } from "#lib/store/media.ts";
import { siteAt } from "#lib/store/site.ts";
import { collectionAccess } from "./collection-access.ts";

/** The image and the site, if the viewer may see it. Cost: one request. */
export const readVisibleImage = async (
  id: number,
  viewer: Viewer,
): Promise<{ readonly image: Image; readonly site: Site } | undefined> => {
  const { media: image, siteVersion } = await readMediaAndSiteVersion("image", id);
  if (!image) return undefined;
  const site = await siteAt(siteVersion);
  const isClosed = collectionAccess(viewer, site.collections, image.collectionId) === "closed";
  return isClosed ? undefined : { image, site };
};
