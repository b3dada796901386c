/** GET /api/ — list the roots of the API */
import { endpoint } from "#lib/http/endpoint.ts";
import { readRoot } from "#lib/routes/root.ts";
import { rootView } from "#lib/surfaces/content/root.ts";

export const handler = endpoint(readRoot, ({ request }) => rootView(request.origin));
