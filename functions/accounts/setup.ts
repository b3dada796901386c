/** POST /api/setup/ — make the first account, the home page and a first blog or podcast, and sign in */
import { takeSharedTurn } from "#lib/access/guessing.ts";
import { requireSetupSecret } from "#lib/access/setup-secret.ts";
import { setUpSite } from "#lib/actions/people/set-up-site.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { hashedAddress } from "#lib/http/log.ts";
import { Reply, secretAddressHeaders } from "#lib/http/reply.ts";
import { setUp } from "#lib/routes/setup.ts";
import { customThemes } from "#lib/settings/themes.ts";
import { asForm, parseFirstSteps, secretIn, typedIn } from "#lib/surfaces/accounts/first-steps.ts";
import { localPath, sessionCookies } from "#lib/surfaces/accounts/sign-in.ts";
import { whoAmIView } from "#lib/surfaces/editor/whoami.ts";
import { showingSetup } from "#lib/surfaces/html/setup-reply.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";
import { themesWith } from "#lib/themes/theme-names.ts";
import packageFile from "../../package.json" with { type: "json" };

export const handler = endpoint(
  { ...setUp, errorPage },
  async ({ body, caller, request, note }) => {
    const { address, headers, origin } = request;
    const [secret, themes] = [secretIn(body), themesWith(customThemes())];
    const begin = async (said: typeof body) => {
      const mark = await requireSetupSecret(secret, address);
      const steps = parseFirstSteps(said, themes);
      await takeSharedTurn("passwords");
      const { user, site, started } = await setUpSite(mark, {
        ...steps,
        client: headers["user-agent"] ?? "",
      });
      note("set up", { principal: user.id, address: hashedAddress(address) });
      return { principal: { user, groups: [], token: null, site }, cookies: sessionCookies(origin, started) };
    };
    const { next } = body;
    if (typeof next !== "string") {
      const { principal, cookies } = await begin(body);
      return new Reply(whoAmIView(principal, packageFile.version), { cookies });
    }
    return showingSetup({ secret, themes, typed: typedIn(body) }, { caller, request }, async () => {
      const { cookies } = await begin(asForm(body));
      return new Reply(undefined, { status: 303, headers: { location: localPath(next) }, cookies });
    });
  },
  { headersAt: secretAddressHeaders(setUp) },
);
