/** GET /cms/statistics/ — show administrators what was counted on the last 30 days */
import { requireEntry } from "#lib/access/entry.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { usualStatisticsDays } from "#lib/queries/statistics-query.ts";
import { showStatistics } from "#lib/routes/admin.ts";
import { authenticationClasses } from "#lib/settings/access.ts";
import { storedStatistics } from "#lib/surfaces/administration/statistics.ts";
import { statisticsPage } from "#lib/surfaces/administration/statistics-page.ts";
import { forEditors } from "#lib/surfaces/editor/for-editors.ts";
import { objectPageReply } from "#lib/surfaces/editor/object-page-reply.ts";
import { errorPage } from "#lib/surfaces/site/error-page.ts";

export const handler = endpoint({ ...showStatistics, errorPage }, ({ caller, request }) =>
  forEditors({ caller, request }, async ({ site }) => {
    requireEntry(caller, "administrator", authenticationClasses());
    const counted = await storedStatistics({ days: usualStatisticsDays, path: undefined });
    return objectPageReply(statisticsPage(counted), site, { caller, request });
  }),
);
