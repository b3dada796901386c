/** GET /api/docs/ — show this API to people */
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { docsPage, docsPolicy } from "#lib/openapi/docs-page.ts";
import { readApiDocs } from "#lib/routes/api-docs.ts";

export const handler = endpoint(
  readApiDocs,
  () => new Reply(docsPage, { headers: { "content-security-policy": docsPolicy } }),
);
