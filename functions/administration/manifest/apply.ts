/** POST /api/admin/manifest/ — make the site match a manifest, as far as one request gets */
import { endpoint } from "#lib/http/endpoint.ts";
import { applyPart } from "#lib/manifest/apply-part.ts";
import { applyManifestPart } from "#lib/routes/administration-manifest.ts";
import { partOptions, partView } from "#lib/surfaces/administration/manifest-part.ts";

export const handler = endpoint(applyManifestPart, async ({ body, principal }) =>
  partView(await applyPart(body.manifest, partOptions(body, principal))),
);
