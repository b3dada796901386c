/** GET /accounts/login/ — show people the sign-in form */
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { showSignIn } from "#lib/routes/accounts.ts";
import { localPath, signInPage } from "#lib/views/sign-in-page.ts";

export const handler = endpoint(
  showSignIn,
  ({ query }) =>
    new Reply(signInPage(localPath(query.get("next") ?? "/")), {
      headers: {
        "cache-control": "private, no-store",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
      },
    }),
);
