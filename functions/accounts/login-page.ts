/** GET /accounts/login/ — show people the sign-in form */
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { pageHeaders } from "#lib/http/sign-in-headers.ts";
import { showSignIn } from "#lib/routes/accounts.ts";
import { localPath } from "#lib/views/local-path.ts";
import { signInPage } from "#lib/views/sign-in-page.ts";

export const handler = endpoint(showSignIn, ({ query }) => {
  const page = signInPage(localPath(query.get("next") ?? "/"));
  return new Reply(page, { headers: pageHeaders });
});
