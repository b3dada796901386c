/** GET /api/openapi.json — read the description of this API as OpenAPI 3.1 */
import { endpoint } from "#lib/http/endpoint.ts";
import { withCustomBlocks } from "#lib/openapi/block-schemas.ts";
import { readOpenApi } from "#lib/routes/root.ts";
import { customBlocks } from "#lib/settings/blocks.ts";
import document from "../docs/openapi.json" with { type: "json" };

export const handler = endpoint(readOpenApi, () => withCustomBlocks(document, customBlocks()));
