/** GET /api/health/ — say whether the service answers, and its version */
import { endpoint } from "#lib/http/endpoint.ts";
import { readHealth } from "#lib/routes/administration-status.ts";
import { findDatabaseWarnings, requireDatabaseFiles } from "#lib/store/database-files.ts";
import { readTableFormat } from "#lib/store/site.ts";
import packageFile from "../package.json" with { type: "json" };

export const handler = endpoint(readHealth, async () => {
  requireDatabaseFiles();
  // One read. If the database does not answer, or is of a newer release, this is 503 like all other routes.
  const format = await readTableFormat();
  const warnings = findDatabaseWarnings();
  return {
    status: "ok" as const,
    version: packageFile.version,
    format,
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
});
