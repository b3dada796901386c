/** GET /api/admin/export/ — read the site as a manifest, in parts */
import { clock } from "#lib/clock.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { startExport } from "#lib/manifest/export.ts";
import { readExport } from "#lib/routes/administration-export.ts";
import { exportPart } from "#lib/surfaces/administration/export-part.ts";

/** Much less than the function's own limit. */
const readingMs = 15_000;

export const handler = endpoint(readExport, async ({ query }) => {
  const endMs = clock.monotonicMs() + readingMs;
  return exportPart(await startExport(), query.after, () => clock.monotonicMs() < endMs);
});
