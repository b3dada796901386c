/** GET /api/openapi.json — read the description of this API as OpenAPI 3.1 */
import { endpoint } from "#lib/http/endpoint.ts";
import { readOpenApi } from "#lib/routes/root.ts";
import document from "../docs/openapi.json" with { type: "json" };

export const handler = endpoint(readOpenApi, () => document);
