/** GET /api/admin/statistics/ — read what was counted: downloads, also by app, views, readers of feeds */
import { endpoint } from "#lib/http/endpoint.ts";
import { readSiteStatistics } from "#lib/routes/administration-statistics.ts";
import { storedStatistics } from "#lib/surfaces/administration/statistics.ts";

export const handler = endpoint(readSiteStatistics, ({ query }) => storedStatistics(query));
