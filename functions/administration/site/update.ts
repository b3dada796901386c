/** PATCH /api/admin/site/ — make, change, rename and remove some of the site's own things, all or nothing */
import { endpoint } from "#lib/http/endpoint.ts";
import { changeSiteDocument, readSiteDocument } from "#lib/manifest/site/change-site-document.ts";
import { updateSiteThings } from "#lib/routes/administration-site.ts";
import { siteChangeRequest, siteThingsReply } from "#lib/surfaces/administration/site-things.ts";

export const handler = endpoint(
  updateSiteThings,
  async ({ body, principal }) =>
    siteThingsReply(await changeSiteDocument(siteChangeRequest(body, principal))),
  { replay: async () => siteThingsReply(await readSiteDocument()) },
);
