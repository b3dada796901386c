/** GET /accounts/login/ — show people the sign-in form */
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { showSignIn } from "#lib/routes/accounts.ts";
import { localPath } from "#lib/surfaces/accounts/local-path.ts";
import { pageHeaders } from "#lib/surfaces/accounts/sign-in-headers.ts";
import { signInPage } from "#lib/surfaces/accounts/sign-in-page.ts";

export const handler = endpoint(showSignIn, ({ query }) => {
  const page = signInPage(localPath(query.next));
  return new Reply(page, { headers: pageHeaders });
});
