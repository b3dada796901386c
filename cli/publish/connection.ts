import { join } from "node:path";
import { UsageError } from "#cli/usage-error.ts";
import { defaultDataDirectory } from "#local/data-directory.ts";
import { leftDemo } from "#local/demo-file.ts";
import type { Connection } from "./client.ts";
import { exchangeIdToken } from "./exchange-id-token.ts";
import type { PublishOptions } from "./options.ts";

const thisMachine = "http://127.0.0.1:8000";

/**
 * The service and the token to use: from the options, LECTERN_URL and LECTERN_TOKEN, or the demo in `folder`,
 * whose token is sent to the demo's own address only. An OIDC token in LECTERN_ID_TOKEN is exchanged, at an
 * address that was given. Throws a {@link UsageError} for an invalid address or a missing token.
 */
export const findConnection = async (
  options: Pick<PublishOptions, "url" | "token">,
  environment: Readonly<Record<string, string | undefined>>,
  folder = ".",
): Promise<Connection> => {
  const given = {
    url: options.url ?? (environment.LECTERN_URL || undefined),
    token: options.token ?? (environment.LECTERN_TOKEN || undefined),
  };
  const demo = given.token && given.url ? undefined : await leftDemo(join(folder, defaultDataDirectory));
  const url = given.url ?? demo?.url ?? thisMachine;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`${url} is not an address such as https://example.org`);
  const isDemo =
    demo?.url !== undefined && URL.canParse(demo.url) && new URL(url).origin === new URL(demo.url).origin;
  const token = given.token ?? (isDemo ? demo.token : undefined);
  if (token) return { url, token };
  const { LECTERN_ID_TOKEN: idToken } = environment;
  if (given.url && idToken) return { url, token: await exchangeIdToken(url, idToken) };
  throw new UsageError(
    `No token for ${url}: set LECTERN_TOKEN or give --token; ` +
      "`lectern token create USER --name NAME --scopes write,publish` makes one",
  );
};
