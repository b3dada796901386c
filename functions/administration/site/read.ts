/** GET /api/admin/site/ — read the site's own things: settings, categories, groups, parents and the like */
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { readSiteDocument } from "#lib/manifest/site/change-site-document.ts";
import { readSiteThings } from "#lib/routes/administration-site.ts";
import { siteThingsHeaders, siteThingsReply } from "#lib/surfaces/administration/site-things.ts";
import { isCurrent } from "#lib/surfaces/content/public-answer.ts";

export const handler = endpoint(readSiteThings, async ({ request }) => {
  const site = await readSiteDocument();
  const headers = siteThingsHeaders(site.digest);
  if (isCurrent(request.headers["if-none-match"], headers.etag))
    return new Reply(undefined, { status: 304, headers });
  return siteThingsReply(site);
});
