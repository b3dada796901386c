/** GET /api/admin/status/ — read how the service is, and what waits for its jobs */
import { endpoint } from "#lib/http/endpoint.ts";
import { readStatus } from "#lib/routes/administration-status.ts";
import { readSiteStatus } from "#lib/surfaces/administration/site-status.ts";

export const handler = endpoint(readStatus, readSiteStatus);
