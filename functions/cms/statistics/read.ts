/** GET /cms/statistics/ — show administrators what was counted on the last 30 days */
import { requireEntry } from "#lib/access/entry.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { usualStatisticsDays } from "#lib/queries/statistics-query.ts";
import { showStatistics } from "#lib/routes/cms.ts";
import { authenticationClasses } from "#lib/settings/access.ts";
import { statisticsPage, storedStatistics } from "#lib/surfaces/administration/statistics.ts";
import { forEditors, objectPageReply } from "#lib/surfaces/editor/editors-page.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...showStatistics, errorPage }, ({ caller, request }) =>
  forEditors({ caller, request }, async ({ site }) => {
    requireEntry(caller, "administrator", authenticationClasses());
    const counted = await storedStatistics({ days: usualStatisticsDays, path: undefined });
    return objectPageReply(statisticsPage(counted), site, { caller, request });
  }),
);
