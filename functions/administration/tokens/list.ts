/** GET /api/admin/tokens/ — list the tokens of all accounts, without their secrets */

import { endpoint } from "#lib/http/endpoint.ts";
import { listTokens } from "#lib/routes/administration.ts";
import { readTokens } from "#lib/store/listed-credentials.ts";
import { shownTokens } from "#lib/surfaces/administration/accounts.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";

export const handler = endpoint(listTokens, async ({ query, request }) =>
  listWindow(await readTokens(), query, request, shownTokens),
);
