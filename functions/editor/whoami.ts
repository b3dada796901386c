/** GET /api/editor/whoami/ — read who the caller is, and what the service takes and offers */
import { endpoint } from "#lib/http/endpoint.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import { whoAmIView } from "#lib/surfaces/editor/whoami.ts";
import packageFile from "../../package.json" with { type: "json" };

export const handler = endpoint(whoAmI, ({ principal }) => whoAmIView(principal, packageFile.version));
