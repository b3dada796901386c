/** GET /favicon.ico — find the site's icon */
import { collectionAccess } from "#lib/access/visible-media.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { fileUrl } from "#lib/media/file-key.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readFavicon } from "#lib/routes/site-crawling.ts";
import { readMediaAndSiteVersion } from "#lib/store/media.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";

export const handler = endpoint(readFavicon, async () => {
  const { settings } = await siteAt(await readSiteVersion());
  if (settings.favicon === null) throw new Refusal("not_found");
  const { media, siteVersion } = await readMediaAndSiteVersion("image", settings.favicon);
  if (!media) throw new Refusal("not_found");
  const { collections } = await siteAt(siteVersion);
  if (collectionAccess(anonymousViewer, collections, media.collectionId) !== "public") {
    throw new Refusal("not_found");
  }
  return new Reply(undefined, {
    status: 302,
    headers: { location: fileUrl(media.file), "cache-control": "public, max-age=3600" },
  });
});
