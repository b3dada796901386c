import type { Refusal } from "#lib/refusals/refusal.ts";
import { emptySite, type Site } from "#lib/site/site.ts";
import { heldSite, readSiteVersion, siteAt } from "#lib/store/site.ts";

/**
 * The site for a page that shows the refusal; an empty one if it cannot be read. After a fault of the service
 * nothing is read, because the table may be what failed. Cost: one request, or none.
 */
export const siteAfter = async ({ kind }: Refusal): Promise<Pick<Site, "settings">> => {
  if (kind.status >= 500) return heldSite() ?? emptySite;
  return readSiteVersion()
    .then(siteAt)
    .catch(() => emptySite);
};
