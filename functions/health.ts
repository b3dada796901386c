/** GET /api/health/ — say whether the service answers, and its version */
import { endpoint } from "#lib/http/endpoint.ts";
import { readHealth } from "#lib/routes/administration-status.ts";
import { readSiteVersion } from "#lib/store/site.ts";
import packageFile from "../package.json" with { type: "json" };

export const handler = endpoint(readHealth, async () => {
  // One read unit. If the database does not answer, this route is 503 like all others.
  await readSiteVersion();
  return { status: "ok" as const, version: packageFile.version };
});
