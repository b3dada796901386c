/** GET /robots.txt — tell crawlers what they may read */
import { endpoint } from "#lib/http/endpoint.ts";
import { readRobots } from "#lib/routes/site-crawling.ts";
import { robots } from "#lib/settings/site.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";
import { publicAnswer } from "#lib/surfaces/content/public-answer.ts";
import { robotsText } from "#lib/surfaces/html/crawling.ts";

export const handler = endpoint(readRobots, async (call) => {
  const site = await siteAt(await readSiteVersion());
  const base = site.settings.baseUrl ?? call.request.origin;
  return publicAnswer(call, site, async () => robotsText(robots(), base));
});
